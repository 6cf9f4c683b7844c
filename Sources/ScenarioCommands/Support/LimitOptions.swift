import ArgumentParser
import ScenarioWorkers

/// The resource limits of the app, the same for every command that runs scenarios.
struct LimitOptions: ParsableArguments {
  @Option(
    help: .init(
      "The memory limit of each app process, such as 500MB or unlimited (default: 2GB).",
      valueName: "size"))
  var memory: String?

  func validate() throws {
    guard let memory, memory != "unlimited", Self.bytes(memory) == nil else { return }
    throw ValidationError("--memory takes a size such as 500MB or 2GB, not \"\(memory)\"")
  }

  /// Reports that memory is not limited because a sanitizer is on.
  func reportSanitizer() {
    guard WorkerLimits.isSanitized, memory != "unlimited" else { return }
    Console.error.report(.note, "memory is not limited because a sanitizer is enabled")
  }

  var limits: WorkerLimits {
    guard let memory else { return WorkerLimits() }
    return WorkerLimits(memory: Self.bytes(memory))
  }

  private static func bytes(_ text: String) -> Int? {
    guard let match = text.wholeMatch(of: /(?i)(\d{1,9}) ?(MB|GB)/), let number = Int(match.1),
      number > 0
    else { return nil }
    return number * (match.2.lowercased() == "mb" ? 1_000_000 : 1_000_000_000)
  }
}
