import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// The results of a run of the current text: states after steps, and verdicts.
extension LanguageService {
  /// Takes over the results of a run of an open document; ignores those of an earlier text.
  package func observe(_ results: [ScenarioReport], in path: String, version: Int) {
    guard documents[path]?.version == version else { return }
    documents[path]?.results = Dictionary(
      results.map { ($0.titles + ["\($0.line)"], $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the current text of a document has run, or was found to be unable to.
  package func isObserved(_ path: String) -> Bool { documents[path]?.results != nil }

  /// Whether a run has something to say about an offset of an open document.
  package func canObserve(_ path: String, at offset: Int) -> Bool {
    (documents[path]?.file.stories ?? []).flatMap(\.runs).contains { run in
      run.scenario.title.range.contains(offset)
        || run.steps.contains { $0.names.contains { $0.contains(offset) } }
    }
  }

  /// Returns the state after the step with a sentence, or after a phrase, as Markdown.
  func state(after range: SourceRange, in path: String) -> String? {
    for (run, report) in results(in: path) {
      // A phrase ends with its last step.
      let index =
        run.steps.firstIndex { $0.sentences.contains { $0.range == range } }
        ?? run.steps.lastIndex { $0.names.contains(range) }
      if let index {
        return StepState(of: report, after: index).markdown(in: run.story.words) {
          wording(of: $0, in: run.story)
        }
      }
    }
    return nil
  }

  /// Returns checks of what the app shows after a step of a run, and did not show before the last
  /// act.
  package func checks(after index: Int, of report: ScenarioReport, in path: String) -> [NewStep] {
    let act = report.steps[...index].lastIndex { $0.purpose == .act } ?? 0
    let before = act > 0 ? StepState(of: report, after: act - 1).shown : []
    let story = document(path)?.story(at: report.line)
    return StepState(of: report, after: index).shown.flatMap { shown -> [NewStep] in
      let old = before.first { $0.name == shown.name }?.after
      guard let changes = shown.after.changes(since: old) else { return [] }
      let sentence = story.map { wording(of: shown.name, in: $0) } ?? shown.name
      guard case .mapping(let pairs) = changes else {
        return [NewStep(.then, sentence, data: changes.flowDescription)]
      }
      return pairs.map { pair in
        let data =
          pair.value == .absent
          ? "{ \(Notation.text(pair.key, in: .flow)): !absent }"
          : Value.mapping([pair]).flowDescription
        return NewStep(.then, sentence, data: data)
      }
    }
  }

  /// Returns the wording of an observation in the language of a story.
  private func wording(of observation: String, in story: Story) -> String {
    let vocabulary = vocabulary(story.module.string)
    let step = vocabulary?.steps.first { $0.signature.expression == observation }
    let wordings = step.map { vocabulary?.wordings(of: $0.signature, in: story.words) ?? [] }
    return wordings?.first?.expression.source ?? observation
  }

  /// Returns the last verdict of the scenario whose title is at an offset, as Markdown.
  func verdict(at offset: Int, in path: String) -> (text: String, range: SourceRange)? {
    let runs = (document(path)?.file.stories ?? []).flatMap(\.runs).filter {
      $0.scenario.title.range.contains(offset)
    }
    guard let first = runs.first else { return nil }
    let said = first.story.words.text
    let reports = runs.compactMap { documents[path]?.results?[$0.key] }
    let lines = Dictionary(grouping: reports, by: \.verdictWithReason)
      .sorted { $0.key.english < $1.key.english }.map { verdict, reports in
        let verdict = "\(reports[0].verdict.symbol) \(MarkdownText.plain(said(verdict)))"
        let text = "\(verdict), \(said("with the current text"))"
        return runs.count == 1 ? text : "\(text) (\(said(.counted(reports.count, "example"))))"
      }
    guard !lines.isEmpty else { return nil }
    return (lines.joined(separator: "\n\n"), first.scenario.title.range)
  }

  private func results(in path: String) -> [(run: Story.Run, report: ScenarioReport)] {
    guard let document = documents[path], let results = document.results else { return [] }
    return document.file.stories.flatMap(\.runs).compactMap { run in
      // Some steps of a text with errors may be missing.
      guard let report = results[run.key], report.steps.count == run.steps.count else { return nil }
      return (run, report)
    }
  }
}

// MARK: - Stories

extension Story {
  /// The language that it is written in.
  fileprivate var words: StoryLanguage { StoryLanguage.named(language) ?? .english }

  /// A scenario with all steps of its run.
  fileprivate struct Run {
    var story: Story
    /// The titles of the story, of the scenarios around the scenario, and its own.
    var titles: [String]
    var scenario: Scenario
    /// The steps of the background and of the scenarios around it, then its own.
    var steps: [Step]

    /// The titles and the line, by which results are kept.
    var key: [String] {
      titles + ["\((scenario.example?.range ?? scenario.title.range).start.line)"]
    }
  }

  fileprivate var runs: [Run] {
    func runs(_ scenarios: [Scenario], _ titles: [String], _ steps: [Step]) -> [Run] {
      scenarios.flatMap { scenario in
        let run = Run(
          story: self, titles: titles + [scenario.title.string], scenario: scenario,
          steps: steps + scenario.steps)
        return [run] + runs(scenario.scenarios, run.titles, run.steps)
      }
    }
    return runs(scenarios, [title.string], background)
  }
}

extension Step {
  /// The ranges of its sentences, and of the phrases that these come from.
  fileprivate var names: [SourceRange] {
    sentences.map(\.range) + sentences.flatMap(\.phrases).map(\.range)
  }
}
