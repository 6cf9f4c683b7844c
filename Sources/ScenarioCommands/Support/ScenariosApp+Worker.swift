import ArgumentParser
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

extension ScenariosApp {
  /// Runs part of a command in a worker process, so that a crash or hang of the app is reported and
  /// affects nothing else.
  ///
  /// Text written to the ``Console`` goes to the streams of this process; text that the app prints
  /// does not.
  ///
  /// - Parameters:
  ///   - limits: The resources that the app may use.
  ///   - isLive: Whether the worker runs scenarios in real time.
  ///   - body: The part of the command, with the vocabularies of the app's modules.
  /// - Throws: The exit status that the body threw, or the status for wrong input if the body did
  ///   not finish.
  static func inWorker(
    limits: WorkerLimits = WorkerLimits(), isLive: Bool = false,
    _ body: @escaping ([Vocabulary], WorkerResources) throws -> Void
  ) throws {
    Console.keepDescriptors()
    let (end, status) = try StoryRun.work(limits: limits, isLive: isLive) { resources in
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

extension StoryRun {
  /// Runs the stories and returns the results when all scenarios have ended.
  ///
  /// - Parameter planned: A closure that is called with each planned file or part of one.
  /// - Throws: The exit status of an interrupted run, or an error that makes a run impossible.
  func results(
    of app: (some ScenariosApp).Type, planned: (FileSummary) -> Void = { _ in }
  ) throws -> OrderedResults {
    Console.keepDescriptors()
    let outcome = try run(vocabularies: { app.vocabularies }) { event, _ in
      if case .planned(let summary) = event { planned(summary) }
    }
    if case .interrupted(let signal) = outcome.end { throw ExitStatus.interrupted(by: signal) }
    return outcome.results
  }
}

extension OrderedResults {
  /// Throws a diagnostic if there is nothing to run.
  func checkFound(by selection: Selection) throws(Diagnostic) {
    guard scenarioCount == 0, brokenFileCount == 0 else { return }
    throw selectedCount > 0
      ? Diagnostic("no selected scenario has the tag @\(PlannedScenario.liveTag)")
      : selection.diagnostic(forNoneOf: searchedCount, tags: tags)
  }

  /// The warnings about tags that differ from that of live scenarios only in their case.
  var nearlyLiveTags: [Diagnostic] {
    let live = PlannedScenario.liveTag
    return tags.sorted().filter { $0 != live && $0.lowercased() == live }.map { tag in
      Diagnostic(
        "scenarios with the tag \"\(tag)\" are not run live", severity: .warning,
        hints: ["Write the tag in lower case: \(live)"])
    }
  }

  /// Removes and returns the reports that are left, in the order of the stories.
  mutating func rest() -> [ScenarioReport] {
    var reports: [ScenarioReport] = []
    while let report = next(skipsMissing: true) { reports.append(report) }
    return reports
  }
}
