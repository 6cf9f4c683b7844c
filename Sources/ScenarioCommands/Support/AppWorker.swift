import ArgumentParser
import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioWorkers

/// The worker process in which a command runs the part that uses the app.
struct AppWorker<App: ScenariosApp> {
  let process: WorkerProcess

  /// The vocabularies of the app's modules.
  var vocabularies: [Vocabulary] {
    process.progress.readsModules()
    defer { process.progress.doesOwnWork() }
    return App.vocabularies
  }

  /// A runner that forks a process for each scenario.
  var runner: ForkedRunner { ForkedRunner(in: process) }

  /// Runs part of a command in a worker process, so that a crash or hang of the app is reported and
  /// affects nothing else.
  ///
  /// Text written to the ``Console`` goes to the streams of this process; text that the app prints
  /// does not.
  ///
  /// - Parameters:
  ///   - limits: The resources that the app may use.
  ///   - keepsInput: Whether the worker reads the user's input.
  ///   - isLive: Whether the worker runs scenarios in real time.
  ///   - body: The part of the command.
  /// - Throws: The exit status that the body threw, or the status for wrong input if the body did
  ///   not finish.
  static func run(
    limits: WorkerLimits = WorkerLimits(), keepsInput: Bool = false, isLive: Bool = false,
    _ body: @escaping (AppWorker) throws -> Void
  ) throws {
    Console.keepDescriptors()
    let supervisor = Supervisor(limits: limits, keepsInput: keepsInput) { _, process, writer in
      var status: Int32 = 0
      do {
        try body(AppWorker(process: process))
        try Console.checkWritten()
      } catch let code as ExitCode {
        status = code.rawValue
      } catch {
        Console.error.report(error)
        status = ExitStatus.inputIsWrong.rawValue
      }
      try writer.write(WorkerMessage.ended(status: status), flushes: true)
    }
    var status: Int32 = 0
    var job = StoryJob.nothing
    job.isLive = isLive
    let end = try supervisor.run([job]) { message, _ in
      if case .ended(let ended) = message { status = ended }
    }
    if case .interrupted(let signal) = end { throw ExitStatus.interrupted(by: signal) }
    if status != 0 { throw ExitCode(status) }
  }
}

extension StoryJob {
  /// A job for a worker that does something else than running stories.
  fileprivate static var nothing: StoryJob {
    StoryJob(folder: ScenariosFolder(".").rootFolder, files: [], selection: Selection())
  }
}

/// The resource limits of the app, the same for every command that runs scenarios.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
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
