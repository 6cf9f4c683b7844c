import ArgumentParser
import Foundation
import ScenarioEngine
import ScenarioKit
import ScenarioWorkers

/// What the part of a command that touches the app has: it runs in a worker process.
struct AppWorker<App: ScenariosApp> {
  let process: WorkerProcess

  /// What the stories of each module can say.
  var vocabularies: [Vocabulary] {
    process.progress.readsModules()
    defer { process.progress.doesOwnWork() }
    return App.vocabularies
  }

  /// Runs scenarios in processes of their own.
  var runner: ForkedRunner { ForkedRunner(in: process) }

  /// Runs a part of a command in a worker process, so that an app that crashes or never returns is
  /// reported and ends nothing else.
  ///
  /// What it writes to the ``Console`` goes where this process writes; what the app prints does not.
  ///
  /// - Parameters:
  ///   - limits: What the app may use.
  ///   - keepsInput: Whether it reads what a person types.
  ///   - body: The part.
  /// - Throws: The exit status that the part threw, or that for input that is wrong where it did not
  ///   come to its end.
  static func run(
    limits: WorkerLimits = WorkerLimits(), keepsInput: Bool = false,
    _ body: @escaping (AppWorker) throws -> Void
  ) throws {
    Console.keepDescriptors()
    let supervisor = Supervisor(limits: limits, keepsInput: keepsInput) { _, process, writer in
      var status: Int32 = 0
      do {
        try body(AppWorker(process: process))
      } catch let code as ExitCode {
        status = code.rawValue
      } catch {
        Console.error.report(error)
        status = ExitStatus.inputIsWrong.rawValue
      }
      try writer.write(WorkerMessage.ended(status: status), flushes: true)
    }
    let nothing = StoryJob(
      folder: ScenariosFolder(".").location, files: [], selection: Selection())
    var status: Int32 = 0
    let end = try supervisor.run([nothing]) { message, _ in
      if case .ended(let ended) = message { status = ended }
    }
    if case .interrupted(let signal) = end { throw ExitStatus.interrupted(by: signal) }
    if status != 0 { throw ExitCode(status) }
  }
}

/// What the app may use, the same for every command that runs scenarios.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The memory that each process of the app may use, such as 500MB or unlimited; 2GB by default.",
      valueName: "size"))
  var memory: String?

  func validate() throws {
    guard let memory, memory != "unlimited", Self.bytes(memory) == nil else { return }
    throw ValidationError("--memory takes a size such as 500MB or 2GB, not \"\(memory)\"")
  }

  /// Reports that memory is not limited where a sanitizer is the reason.
  func reportSanitizer() {
    guard WorkerLimits.isSanitized, memory != "unlimited" else { return }
    Console.error.report(.note, "memory is not limited, because a sanitizer is on")
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
