import ArgumentParser
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import ScenarioWorkers

/// A command line for the stories of a package.
///
///     import ScenarioCommands
///
///     @main
///     struct Scenarios: ScenariosApp {
///       static let vocabularies = [Vocabulary(of: CounterModule.self)]
///     }
public protocol ScenariosApp: SendableMetatype {
  /// The vocabularies of the modules, with their step definitions.
  static var vocabularies: [Vocabulary] { get }
}

/// The exit statuses of commands that did not succeed.
enum ExitStatus {
  /// A scenario or a check failed, a file is not formatted, or a recorded answer differs.
  static let failed = ExitCode(1)
  static let inputIsWrong = ExitCode(2)

  /// Returns the status that a shell reports for a process ended by a signal.
  static func interrupted(by signal: Int32) -> ExitCode { ExitCode(128 + signal) }
}

extension ScenariosApp {
  /// Runs part of a command in a worker process, so that a crash or hang of the app is reported and
  /// affects nothing else.
  ///
  /// Text written to the ``Console`` goes to the streams of this process; text that the app prints
  /// does not.
  ///
  /// - Parameters:
  ///   - limits: The resources that the app may use.
  ///   - world: The world of the scenarios that the worker runs.
  ///   - body: The part of the command, with the vocabularies of the app's modules.
  /// - Throws: The exit status that the body threw, or the status for wrong input if the body did
  ///   not finish.
  static func inWorker(
    limits: WorkerLimits = WorkerLimits(), in world: RunWorld = .current,
    _ body: @escaping ([Vocabulary], WorkerResources) throws -> Void
  ) throws {
    Console.keepDescriptors()
    let (end, status) = try StoryRun.work(limits: limits, in: world) { resources in
      do {
        resources.progress.readsModules()
        let vocabularies = vocabularies
        resources.progress.doesOwnWork()
        try body(vocabularies, resources)
        try Console.checkWritten()
        return 0
      } catch let code as ExitCode { return code.rawValue } catch {
        Console.error.report(error)
        return ExitStatus.inputIsWrong.rawValue
      }
    }
    if case .interrupted(let signal) = end { throw ExitStatus.interrupted(by: signal) }
    if status != 0 { throw ExitCode(status) }
  }
}

extension [Vocabulary] {
  /// Returns the vocabularies of the named modules in their registered order, or all of them if
  /// there are no names.
  ///
  /// - Throws: `Diagnostic` for a name that no module has.
  func named(_ names: [String]) throws -> [Vocabulary] {
    let known = map(\.module)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw Diagnostic(
        "there is no module \"\(unknown)\"",
        hints: DataError.hints(for: unknown, among: known, called: "modules"))
    }
    return filter { names.isEmpty || names.contains($0.module) }
  }
}
