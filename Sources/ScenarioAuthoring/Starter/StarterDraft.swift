import ScenarioLanguage
import ScenarioReports

/// The choices that make a made-up story pass, learned from runs of it.
public struct StarterDraft: Sendable {
  /// The largest number of changes.
  private static let changeLimit = 20

  /// Whether to begin with a scenario of existing stories.
  private(set) var usesStories = true

  /// The answers to the app's requests.
  private(set) var answers: [Sentence] = []

  /// The number of the act among those that can be made up.
  private(set) var act = 0

  /// The number of the check among those that can be made up.
  private(set) var check = 0

  private var changes = 0

  /// Creates a draft of the first choices.
  public init() {}

  /// Changes the draft because its story failed.
  ///
  /// - Returns: Whether there is anything left to change.
  public mutating func change(after reports: [ScenarioReport]) -> Bool {
    guard let report = reports.first(where: \.isBroken), changes < Self.changeLimit else {
      return false
    }
    changes += 1
    let missing = report.failures.compactMap(\.missingStep).compactMap(Self.answer)
      .filter { answer in !answers.contains { $0.text == answer.text } }
    if usesStories {
      usesStories = false
    } else if let answer = missing.first {
      answers.append(answer)
    } else if report.steps.first(where: { $0.outcome == .failed })?.purpose == .check {
      check += 1
    } else {
      (act, check, answers) = (act + 1, 0, [])
    }
    return true
  }

  /// Returns a step with its data, in which an empty object replaces data that is not known.
  private static func answer(_ line: String) -> Sentence? {
    let node = SourceFile(path: "", text: line).documents?.first
    guard let entry = node?.entries?.first else { return Sentence(line, range: .nowhere) }
    guard let text = entry.key.text else { return nil }
    var sentence = Sentence(text, range: .nowhere)
    let isKnown = !entry.value.notation.contains("…")
    sentence.data =
      isKnown
      ? entry.value : Node(.mapping([.init(key: Node(text: "json"), value: Node(.mapping([])))]))
    return sentence
  }
}
