import ArgumentParser
import DisplayText
import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct RecordCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "record",
      abstract: "Record the answers of a real server as fixtures of a story.",
      discussion: """
        The scenario runs in real time. The app sends its requests over its own transport, and they \
        are sent on to the real server with their own paths and queries. The answers are written \
        to fixtures beside the story, and the lines to add to it are shown. Secrets are masked.

        Answers that the story has already are not used, but compared with the real ones. Fixtures \
        that differ are replaced only with --all. No other file is overwritten.

        Exit status: 0 if no answer differs from the story, 1 if one does, 2 if nothing could be \
        recorded, or a story or the arguments are wrong.
        """)
  }

  @OptionGroup var choice: Choice

  @Option(
    help: .init(
      """
      The real server, such as https://info-example.com. For apps with several servers, repeat it \
      with the app's server first: https://info-example.com=http://localhost:8080.
      """, valueName: "url"))
  var server: [String]

  @OptionGroup var limits: LimitOptions

  @Flag(help: "Replace all fixtures that differ.") var all = false

  func run() throws {
    let servers = try server.map { try RealServer($0) }
    limits.reportSanitizer()
    var limits = limits.limits
    // Waiting for a server is no sign of a hang.
    limits.timeout = .seconds(120)
    try App.inWorker(limits: limits, in: .live) { vocabularies, resources in
      let scenario = try scenario(of: vocabularies)
      let run = try ForkedProcesses.alone(in: resources, at: scenario.location) {
        try RecordingRun(scenario, to: servers)
      }
      try show(run, of: scenario)
    }
  }

  /// Returns the one scenario to record.
  private func scenario(of vocabularies: [Vocabulary]) throws -> PlannedScenario {
    let chosen = try choice.scenarios(of: vocabularies)
    Console.error.report(chosen.unknownTags)
    try InputError.check(chosen.brokenFiles.flatMap(\.diagnostics))
    guard let first = chosen.scenarios.first else { throw ExitStatus.inputIsWrong }
    // The line of a scenario also selects those nested in it.
    guard chosen.scenarios.allSatisfy({ first.place.contains($0.place) }) else {
      throw Diagnostic(
        "record runs one scenario, but \(chosen.scenarios.count) are selected",
        hints: ["Name one by its line: \(first.id.path):\(first.location.range.start.line)"])
    }
    let sentences = first.steps.flatMap(\.sentences)
    if sentences.contains(where: { $0.arguments.data is any AnsweringData }) {
      Console.error.report(
        .note, "the answers in the story are not used, but compared with those of the server")
    }
    return first
  }

  private func show(_ run: RecordingRun, of scenario: PlannedScenario) throws {
    let console = Console.output
    var report = TerminalReport(on: console, listsAll: true)
    console.write(report.text(for: run.report))
    console.write(report.ending(realTime: .seconds(run.report.seconds)) + "\n")
    let recording = try run.recording
    try InputError.check(run.problems(of: scenario, recording))
    var mask = RecordingMask(recording)
    let exchanges = recording.exchanges.map { mask.masked($0) }
    let review = RecordingReview(exchanges, of: scenario, replaces: all)
    let written = try review.fixtures.write()
    let text = RecordingText(style: console.style, width: console.width)
    let blocks =
      review.deviations.map { text.text(for: $0) } + [
        text.summary(of: review, isReplaced: all), written.map { "\($0)\n" }.joined(),
        review.stubs.isEmpty ? "" : text.text(for: review.stubs, of: scenario),
        text.text(forCorrections: review.deviations),
        mask.names.isEmpty
          ? "" : "Masked as \(SecretMask.mask): \(mask.names.sorted().joined(separator: ", "))\n",
      ]
    console.write(blocks.filter { !$0.isEmpty }.joined(separator: "\n"))
    for line in review.uncompared {
      Console.error.report(
        .note, "\(line) is not compared: the story lets it fail, or answers in parts")
    }
    for line in recording.unanswered {
      Console.error.report(.note, "\(line) had no answer when the scenario ended")
    }
    if review.deviations.contains(where: { !all || $0.correction != nil }) {
      throw ExitStatus.failed
    }
  }
}

extension RecordingRun {
  /// Returns the reasons for which nothing was recorded, or not everything.
  func problems(of scenario: PlannedScenario, _ recording: Recording) -> [Diagnostic] {
    let nothing: Message = "Nothing was recorded."
    if report.verdict == .skipped || report.verdict == .undefined {
      return [Diagnostic("the scenario did not run", hints: [nothing])]
    }
    let problems = recording.problems.withoutRepeats()
    guard problems.isEmpty else { return problems.map { Diagnostic("\($0)", hints: [nothing]) } }
    guard recording.exchanges.isEmpty else { return [] }
    if let line = recording.unanswered.first {
      return [Diagnostic("\(line) had no answer when the scenario ended", hints: [nothing])]
    }
    guard recording.hasSimulatedRequests else {
      return [
        Diagnostic(
          "the app sent no requests, so there is nothing to record",
          hints: [
            "Choose a scenario in which the app loads something.",
            "Requests of a URLSession of the app's own are not recorded: give it a transport.",
          ])
      ]
    }
    return [
      Diagnostic(
        "the module \"\(scenario.module)\" has no live transport, so there is nothing to record",
        hints: [
          "If `context.live` is there, give the app its own transport: see \"Live runs\" in "
            + "\"Connecting a module\"."
        ])
    ]
  }
}

/// A formatter for what a recording found and wrote.
private struct RecordingText {
  let style: TextStyle
  let width: Int

  /// Returns an answer that differs from the story's, with both values.
  func text(for deviation: RecordingReview.Deviation) -> String {
    let locations = [deviation.location, deviation.fixture].compactMap(\.self)
    let formatter = DifferenceFormatter(width: width) { style($0, $1) }
    return "\(deviation.line)   \(style(locations.joined(separator: ", "), .cyan))\n"
      + formatter.text(for: deviation.differences) + "\n"
  }

  /// Returns the lines to paste into a story, for answers that it does not have.
  func text(for stubs: [RecordedStub], of scenario: PlannedScenario) -> String {
    let lines = stubs.flatMap(\.lines).map { "  \($0)\n" }.joined()
    let line = scenario.location.range.start.line
    return "Add below \"given:\" in \(style("\(scenario.id.path):\(line)", .cyan)):\n" + lines
  }

  /// Returns the answers to write in a story in place of others.
  func text(forCorrections deviations: [RecordingReview.Deviation]) -> String {
    deviations.compactMap { deviation in
      deviation.correction.map {
        "Write this answer in \(style(deviation.location, .cyan)):\n  \($0.flowDescription)\n"
      }
    }.joined()
  }

  /// Returns a line about the number of answers that are the same and that differ; empty if the
  /// story had none.
  func summary(of review: RecordingReview, isReplaced: Bool) -> String {
    let (same, other) = (review.sameCount, review.deviations.count)
    guard other > 0 else {
      return same == 0 ? "" : style("\(counted(same, "answer")) as in the story", .green) + "\n"
    }
    let verb = other == 1 ? "differs" : "differ"
    let rest = same == 0 ? "" : ", \(same) as in the story"
    let hint =
      isReplaced
      ? "" : "To replace fixtures with the new answers, run the command again with --all.\n"
    return style("\(counted(other, "answer")) \(verb) from the story\(rest)", .red) + "\n" + hint
  }
}
