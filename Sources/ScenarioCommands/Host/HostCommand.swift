import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioReports
import ScenarioResults
import ScenarioWorkers

/// What `scenarios studio` and `scenarios language-server` ask the host, the process with the app's
/// code.
struct HostRequest: Codable, Sendable, Equatable {
  /// The paths of the files to run, relative to the folder; empty for the vocabularies alone.
  var paths: [String] = []
  /// The text of the only file, in place of the one on disk.
  var text: String?
  /// The version of the text, for who asks.
  var version = 0
  /// Whether only the diagnostics of the text are wanted, and nothing runs.
  var onlyPlans = false
  /// Whether the values that the app shows after each step are wanted.
  var showsValues = false
  /// Whether the results are wanted as they are, not as the data of a page.
  var wantsResults = false
  /// Checks that also run without the act before them; if there are any, only these results are
  /// wanted.
  var trial: Trial?

  struct Trial: Codable, Sendable, Equatable {
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
struct HostAnswer: Codable, Sendable {
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
/// longer than most runs. It ends with its input.
struct HostCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: HostProcess.command, shouldDisplay: false)
  }

  @Argument var folder: String

  func run() throws {
    Console.keepDescriptors()
    let vocabularies = App.vocabularies.map(\.read)
    let problems = Plan.problems(in: vocabularies)
    Self.warmUp(vocabularies)
    while let line = readLine() {
      let request = try JSONDecoder().decode(HostRequest.self, from: Data(line.utf8))
      let answer =
        problems.isEmpty
        ? try Self.answer(to: request, in: ScenariosFolder(folder), vocabularies)
        : HostAnswer(diagnostics: problems)
      let json = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
      Console.output.writeUnchanged(json + "\n")
    }
  }

  /// Plans a text with an unknown sentence, which runs no code of the app.
  ///
  /// The processes that are forked for requests then have the tables that planning needs, such as
  /// those of languages. To make them anew takes a sixth of the time of a request.
  private static func warmUp(_ vocabularies: [Vocabulary]) {
    guard let module = vocabularies.first?.module else { return }
    let text = """
      story: A
      module: \(Notation.quoted(module))
      scenarios: [{ scenario: B, given: unknown, when: unknown, then: { after 1 s: unknown } }]
      """
    var bytes: [UInt8] = []
    let plan = PlannedFile(
      ScenariosFolder(".").read("warm-up.yaml", text: text), vocabularies: vocabularies)
    _ = try? BinaryEncoder().encode(plan.diagnostics, to: &bytes)
  }

  private static func answer(
    to request: HostRequest, in folder: ScenariosFolder, _ vocabularies: [Vocabulary]
  ) throws -> HostAnswer {
    guard let path = request.paths.first else {
      return HostAnswer(vocabularies: vocabularies.map { VocabularyData($0) })
    }
    var answer = HostAnswer()
    answer.end = StoryRun.obstacle?.message
    guard answer.end == nil else {
      if let text = request.text {
        answer.diagnostics =
          PlannedFile(folder.read(path, text: text), vocabularies: vocabularies).diagnostics
      }
      return answer
    }
    let (report, diagnostics) = try run(request, in: folder, vocabularies)
    if request.text != nil { answer.diagnostics = diagnostics }
    if request.onlyPlans { return answer }
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

  /// Plans and runs stories in processes of their own, and returns the results and diagnostics.
  private static func run(
    _ request: HostRequest, in folder: ScenariosFolder, _ vocabularies: [Vocabulary]
  ) throws -> (RunReport, [Diagnostic]) {
    // No story has this path, so none runs.
    let nothing = Selection(targets: [Selection.Target(path: "/")])
    var run = StoryRun(
      of: request.paths, in: folder, selection: request.onlyPlans ? nothing : Selection())
    run.job.reportsDiagnostics = true
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
    var diagnostics: [Diagnostic] = []
    // Results stay in order until the end, so that shown values find their scenarios.
    var outcome = try run.run(vocabularies: { vocabularies }) { event, _, _ in
      guard case .planned(let summary) = event, summary.part == 0 else { return }
      if let broken = summary.broken { brokenFiles.append(broken) }
      diagnostics += summary.diagnostics
      if let text = summary.text { texts.add(SourceFile(path: summary.path, text: text)) }
    }
    if case .interrupted(let signal) = outcome.end { throw ExitStatus.interrupted(by: signal) }
    let scenarios = outcome.results.rest().map { scenario in
      var scenario = scenario
      texts.complete(&scenario)
      return scenario
    }
    let report = RunReport(
      began: began, seconds: Date().timeIntervalSince(began),
      origin: RunReport.Origin(command: "scenarios studio", host: ProcessInfo.processInfo.hostName),
      scenarios: scenarios, brokenFiles: brokenFiles)
    return (report, diagnostics)
  }
}
