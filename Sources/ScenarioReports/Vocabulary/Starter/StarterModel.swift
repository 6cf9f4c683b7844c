import Foundation
import ScenarioLanguage
import ScenarioRunner

/// What a first story says: one scenario, and one that goes on from it.
struct StarterModel {
  /// A sentence and its data in the notation of YAML.
  struct Sentence: Hashable {
    var text: String
    var data: String?
  }

  /// A step: a sentence, or a time word with sentences.
  struct Line: Hashable {
    var timeWord: String?
    var timing: Timing?
    var sentences: [Sentence]
  }

  /// A scenario that is written with `given`, `when` and `then`.
  struct Scenario: Hashable {
    /// The title; `nil` where the story that it comes from has none to give.
    var title: String?
    var preparations: [Line] = []
    var checks: [Line] = []
    var acts: [Line] = []

    fileprivate var length: Int {
      (preparations + acts + checks).reduce(0) { length, line in
        line.sentences.reduce(length + 20) { $0 + $1.text.count + ($1.data?.count ?? 0) }
      }
    }
  }

  var clock: String?
  var locale: String?
  var timeZone: String?
  var scenario: Scenario
  var nested: Scenario?

  init(scenario: Scenario) { self.scenario = scenario }

  /// The shortest scenario of stories that says all that a first one should, rather in a language;
  /// `nil` where there is none.
  static func shortest(in stories: [Story], language: StoryLanguage) -> StarterModel? {
    var best: (model: StarterModel, rank: (Int, Int, Int))?
    for story in stories {
      for scenario in story.scenarios {
        guard scenario.skip == nil, scenario.knownIssue == nil,
          let first = Scenario(scenario, background: story.background),
          !first.acts.isEmpty, !first.checks.isEmpty
        else { continue }
        var model = StarterModel(scenario: first)
        model.nested = scenario.scenarios.filter { $0.skip == nil && $0.knownIssue == nil }
          .compactMap { Scenario($0, background: []) }.filter { !$0.checks.isEmpty }
          .min { $0.length < $1.length }
        model.clock = story.clock?.formatted(.iso8601)
        model.locale = story.locale
        // Foundation calls it otherwise than people do.
        model.timeZone = story.timeZone.map { $0 == .gmt ? "UTC" : $0.identifier }
        let isForeign = !scenario.isWritten(in: language)
        let rank = (isForeign ? 1 : 0, model.nested == nil ? 1 : 0, first.length)
        if rank < best?.rank ?? (2, 0, 0) { best = (model, rank) }
      }
    }
    return best?.model
  }
}

extension StarterModel.Scenario {
  /// A scenario with the steps before it; `nil` where it can't be written in the short form, or
  /// elsewhere than where it is.
  fileprivate init?(_ scenario: Scenario, background: [Step]) {
    self.init(title: scenario.title.string)
    var last = Step.Purpose.prepare
    for step in background + scenario.steps {
      guard step.timeline == nil, !step.sentences.contains(where: \.namesFile),
        Self.order(of: last) <= Self.order(of: step.purpose)
      else { return nil }
      last = step.purpose
      let line = StarterModel.Line(
        timeWord: step.timing?.text, timing: step.timing,
        sentences: step.sentences.map { .init(text: $0.text, data: $0.data?.notation) })
      switch step.purpose {
      case .prepare: preparations.append(line)
      case .act: acts.append(line)
      case .check: checks.append(line)
      }
    }
  }

  private static func order(of purpose: Step.Purpose) -> Int {
    switch purpose {
    case .prepare: 0
    case .act: 1
    case .check: 2
    }
  }
}

extension Scenario {
  /// Whether its keywords are those of a language.
  fileprivate func isWritten(in language: StoryLanguage) -> Bool {
    let keywords = steps.filter { $0.timing == nil }.map(\.keyword)
    let words = ["given", "when", "then"].flatMap { name in
      language.words(for: name).filter { language.code == "en" || $0 != name }
    }
    return !keywords.isEmpty && keywords.allSatisfy { words.contains($0) }
  }
}

extension Sentence {
  /// Whether its data has a file, which lies beside the story that names it.
  fileprivate var namesFile: Bool { data?.hasKey("file") ?? false }
}

extension Node {
  fileprivate func hasKey(_ name: String) -> Bool {
    switch content {
    case .scalar: false
    case .sequence(let items): items.contains { $0.hasKey(name) }
    case .mapping(let entries): entries.contains { $0.key.text == name || $0.value.hasKey(name) }
    }
  }
}
