import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioReports
import ScenarioResults
import ScenarioWorkers

/// What `scenarios studio` and `scenarios language-server` ask the process that runs stories.
struct PreviewRequest: Codable, Sendable {
  /// The paths of the files to run, relative to the folder; empty for the vocabularies alone.
  var paths: [String] = []
  /// The text of the only file, in place of the one on disk.
  var text: String?
  /// Whether the values that the app shows after each step are wanted.
  var showsValues = false
  /// Whether the results are wanted as they are, not as the data of a page.
  var wantsResults = false
  /// Checks that also run without the act before them; if there are any, only these results are
  /// wanted.
  var trial: Trial?

  struct Trial: Codable, Sendable {
    /// The line of the scenario, which comes first in it.
    var scenario: Int
    /// The line of the last check.
    var line: Int
    /// The number of checks, which follow each other.
    var count: Int

    /// Returns the scenario without the act, if it is the one with the checks.
    func run(of planned: PlannedScenario) -> PlannedScenario? {
      let last = planned.steps.lastIndex { $0.sentences.first?.location.range.start.line == line }
      guard planned.range.start.line == scenario, let last, last >= count else { return nil }
      return ActReview.trial(of: planned, checking: last - count + 1...last)
    }
  }
}

/// What it answers.
struct PreviewAnswer: Codable, Sendable {
  /// The vocabularies, if they were asked for.
  var vocabularies: [VocabularyData] = []
  /// What is wrong with the text, as `check` reports it for this file alone, or with the step
  /// definitions.
  var diagnostics: [Diagnostic] = []
  /// The results, as the data of a report page.
  var page: String?
  /// The results as they are.
  var results: [ScenarioReport] = []
  /// The reason why there are no results, if no story can run.
  var end: String?
}

/// Answers requests on standard input, one in each line, with a line on standard output.
///
/// The process runs no task, so that it can fork for each run: to execute a new one would take
/// longer than most runs. It ends with its input. A crash or a hang of the app while a text is
/// planned ends it; ``PreviewProcess`` starts another.
struct PreviewCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: PreviewProcess.command, shouldDisplay: false)
  }

  @Argument var folder: String

  func run() throws {
    Console.keepDescriptors()
    let vocabularies = App.vocabularies.map(\.read)
    while let line = readLine() {
      let request = try JSONDecoder().decode(PreviewRequest.self, from: Data(line.utf8))
      let answer = try Self.answer(to: request, in: ScenariosFolder(folder), vocabularies)
      let json = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
      Console.output.writeUnchanged(json + "\n")
    }
  }

  private static func answer(
    to request: PreviewRequest, in folder: ScenariosFolder, _ vocabularies: [Vocabulary]
  ) throws -> PreviewAnswer {
    let problems = Plan.problems(in: vocabularies)
    guard problems.isEmpty else { return PreviewAnswer(diagnostics: problems) }
    guard let path = request.paths.first else {
      return PreviewAnswer(vocabularies: vocabularies.map { VocabularyData($0) })
    }
    var answer = PreviewAnswer()
    if let text = request.text {
      answer.diagnostics =
        PlannedFile(folder.read(path, text: text), vocabularies: vocabularies).diagnostics
    }
    answer.end = StoryRun.obstacle?.message
    guard answer.end == nil else { return answer }
    let report = try report(of: request, in: folder, vocabularies)
    if request.wantsResults {
      answer.results = report.scenarios
      if request.trial != nil {
        answer.results.removeAll { !$0.notes.contains { $0.rule == .unprovenAct } }
      }
    } else {
      answer.page = try HTMLReport(run: report).data()
    }
    return answer
  }

  private static func report(
    of request: PreviewRequest, in folder: ScenariosFolder, _ vocabularies: [Vocabulary]
  ) throws -> RunReport {
    var run = StoryRun(of: request.paths, in: folder, selection: Selection())
    if let text = request.text { run.texts = [request.paths[0]: text] }
    run.job.contents = request.showsValues ? [.details, .text, .shownValues] : [.text]
    if let trial = request.trial {
      run.job.contents = .details
      run.trials = { planned in
        let note = Note("without the act", at: planned.location, rule: .unprovenAct)
        return trial.run(of: planned).map { [($0, note)] } ?? []
      }
    }
    let began = Date()
    let texts = StoryTexts()
    var brokenFiles: [BrokenFile] = []
    // Results stay in order until the end, so that shown values find their scenarios.
    var outcome = try run.run(vocabularies: { vocabularies }) { event, _, _ in
      guard case .planned(let summary) = event, summary.part == 0 else { return }
      if let broken = summary.broken { brokenFiles.append(broken) }
      if let text = summary.text { texts.add(SourceFile(path: summary.path, text: text)) }
    }
    if case .interrupted(let signal) = outcome.end { throw ExitStatus.interrupted(by: signal) }
    let scenarios = outcome.results.rest().map { scenario in
      var scenario = scenario
      texts.complete(&scenario)
      return scenario
    }
    return RunReport(
      began: began, seconds: Date().timeIntervalSince(began),
      origin: RunReport.Origin(command: "scenarios studio", host: ProcessInfo.processInfo.hostName),
      scenarios: scenarios, brokenFiles: brokenFiles)
  }
}
