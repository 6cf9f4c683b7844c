import ArgumentParser
import ScenarioRunning
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

/// The options of the commands that can run scenarios in real time.
struct RealTimeOptions: ParsableArguments {
  @Flag(help: "Run in real time, also where story time is available.") var realTime = false

  @Option(
    help: .init(
      "Skip scenarios that need more real time than this (default: 10).", valueName: "seconds"))
  var longest: Double?

  func validate() throws {
    if let longest {
      guard longest > 0, longest <= 86_400 else {
        throw ValidationError("--longest must be above 0 and at most 86400, not \(longest)")
      }
      guard realTime || RealTime.isOn else { throw ValidationError("--longest needs --real-time") }
    }
    // Before anything asks how scenarios run.
    if realTime || longest != nil { RealTime.ask(longest: longest) }
  }

  /// Reports that scenarios run in real time.
  static func report() { if let notice = RealTime.notice { Console.error.report(.note, notice) } }
}
