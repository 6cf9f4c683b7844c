import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

/// A request of `scenarios studio`, `mcp` or `language-server` to the host with the app's code.
struct HostRequest: Codable, Sendable, Equatable {
  /// The text of a file, in place of the one on disk, whose problems are wanted.
  ///
  /// A request without a text and a run is for the vocabularies.
  var text: Text?
  /// The files whose results are wanted; with a text, its file.
  var run: Run?
  /// Whether the scenarios of the text are explored.
  var explores: Bool?

  struct Text: Codable, Sendable, Equatable {
    /// The path of the file, relative to the folder.
    var path: String
    var text: String
  }

  struct Run: Codable, Sendable, Equatable {
    /// The paths of the files, relative to the folder.
    var paths: [String]
    /// Checks that also run without the act before them; only these results are wanted then.
    var trial: Trial?
  }

  struct Trial: Codable, Sendable, Equatable {
    /// The line of the scenario, which comes first in it.
    var scenario: Int
    /// The line of the last check.
    var line: Int
    /// The number of checks, which follow each other.
    var count: Int

    /// Returns the variation without the act of a scenario of a file; `nil` for other scenarios.
    func variation(of report: ScenarioReport, in path: String) -> VariedScenarios? {
      guard report.firstLine ?? report.line == scenario,
        let last = report.steps.lastIndex(where: { $0.line == line }), last >= count,
        let act = report.steps[...(last - count)].lastIndex(where: { $0.purpose == .act })
      else { return nil }
      return VariedScenarios(
        path: path, titles: report.titles, line: report.line,
        [RunVariation((0...last).filter { $0 != act }.map { .init($0) })])
    }
  }

  /// Creates a request to run the text of a file, with the values that the app shows.
  static func run(_ path: String, _ text: String, trial: Trial? = nil) -> HostRequest {
    HostRequest(text: Text(path: path, text: text), run: Run(paths: [path], trial: trial))
  }
}

/// The last line of an answer.
///
/// The lines before it are the results, as in a ``ResultsFile``; there are none if nothing ran.
struct HostAnswer: Codable, Sendable {
  /// The vocabularies, if they were asked for.
  var vocabularies: [VocabularyData]?
  /// The problems of the text, as `check` reports them for this file alone, or of the step
  /// definitions.
  var diagnostics: [Diagnostic] = []
  /// The reason why no story can run.
  var obstacle: Message?

  /// The outcome of an exploration; `nil` if nothing was explored.
  var exploration: Exploration.Outcome?

  /// The results; `nil` if nothing ran.
  var run: RunReport?

  private enum CodingKeys: CodingKey { case vocabularies, diagnostics, obstacle, exploration }

  /// The line that an answer ends with.
  struct Line: Codable { var answer: HostAnswer }

  /// The beginning of that line.
  static let start = Data(#"{"answer":"#.utf8)

  /// The results as the data of a report page, or `null`.
  var page: String { get throws { try run.map { try HTMLReport(run: $0).data() } ?? "null" } }
}

/// Answers requests on standard input, one in each line, with lines on standard output.
///
/// The process runs no task, so that it can fork for each run: to execute a new one would take
/// longer than most runs. It ends with its input, and a run ends with the process that wants it.
struct HostCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: HostProcess.command, shouldDisplay: false)
  }

  /// The time after which an exploration tries nothing more: somebody waits for it.
  private static var explorationTime: Duration { .seconds(20) }

  @Argument var folder: String

  func run() throws {
    Console.keepDescriptors()
    let vocabularies = App.vocabularies
    let problems = Plan.problems(in: vocabularies)
    Self.warmUp(vocabularies)
    while let line = readLine() {
      let request = try JSONDecoder().decode(HostRequest.self, from: Data(line.utf8))
      let answer =
        problems.isEmpty
        ? try Self.answer(to: request, in: ScenariosFolder(folder), vocabularies)
        : HostAnswer(diagnostics: problems)
      try answer.run.map { try ResultsFile.write($0, to: Console.output.writeUnchanged) }
      let end = try JSONEncoder().encode(HostAnswer.Line(answer: answer))
      Console.output.writeUnchanged(String(decoding: end, as: UTF8.self) + "\n")
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
    _ = try? BinaryEncoder.encode(plan.diagnostics, to: &bytes)
  }

  private static func answer(
    to request: HostRequest, in folder: ScenariosFolder, _ vocabularies: [Vocabulary]
  ) throws -> HostAnswer {
    if request == HostRequest() {
      return HostAnswer(vocabularies: vocabularies.map { VocabularyData($0) })
    }
    if request.explores == true || request.run?.trial != nil, let obstacle = StoryRun.obstacle {
      return HostAnswer(obstacle: obstacle.problem)
    }
    if request.explores == true, let text = request.text { return try explore(text, in: folder) }
    return try run(request, in: folder, vocabularies)
  }

  /// Explores the scenarios of a text, without those of other stories.
  private static func explore(
    _ text: HostRequest.Text, in folder: ScenariosFolder
  ) throws -> HostAnswer {
    let end = ContinuousClock.now + explorationTime
    var answer = HostAnswer()
    let reports = StoryReports<App>(folder: folder, texts: [text.path: text.text])
    answer.exploration = try reports.exploration(
      of: [text.path], Selection(), isPartial: true, until: { ContinuousClock.now >= end }
    ) { answer.diagnostics += $0.broken?.diagnostics ?? [] }
    return answer
  }

  /// Plans and runs stories in processes of their own.
  private static func run(
    _ request: HostRequest, in folder: ScenariosFolder, _ vocabularies: [Vocabulary]
  ) throws -> HostAnswer {
    let wanted = request.run ?? HostRequest.Run(paths: request.text.map { [$0.path] } ?? [])
    // No story has this path, so none runs.
    let nothing = Selection(targets: [Selection.Target(path: "/")])
    var run = StoryRun(
      of: wanted.paths, in: folder, selection: request.run == nil ? nothing : Selection())
    run.job.reportsDiagnostics = request.text != nil
    if let text = request.text { run.texts = [text.path: text.text] }
    run.job.contents = request.text == nil ? [.text] : [.details, .text, .shownValues]
    if wanted.trial != nil { run.job.contents = .details }
    let began = Date()
    let texts = StoryTexts()
    var brokenFiles: [BrokenFile] = []
    var answer = HostAnswer()
    // Results stay in order until the end, so that shown values find their scenarios.
    var ordered = try run.results(of: vocabularies) { summary in
      guard summary.part == 0 else { return }
      if let broken = summary.broken { brokenFiles.append(broken) }
      answer.diagnostics += summary.diagnostics
      if let text = summary.text { texts.add(SourceFile(path: summary.path, text: text)) }
    }
    if request.run == nil { return answer }
    var results = ordered.rest()
    if let trial = wanted.trial, let text = request.text {
      let trials = results.compactMap { trial.variation(of: $0, in: text.path) }
      results = try StoryReports<App>(folder: folder).ofVariations(trials, run.texts)
        .flatMap(\.self)
    }
    for index in results.indices { texts.complete(&results[index]) }
    answer.run = RunReport(
      began: began, seconds: Date().timeIntervalSince(began),
      origin: RunReport.Origin(command: "scenarios studio", host: ProcessInfo.processInfo.hostName),
      scenarios: results, brokenFiles: brokenFiles)
    return answer
  }
}
