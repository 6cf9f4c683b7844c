import Foundation
import ScenarioKit
import ScenarioLanguage

/// A first story for a module, with comments that explain the language.
///
/// It is modelled on the shortest scenario of the module's stories. For a module without stories, its
/// sentences are made up from the vocabulary. A ``StarterDraft`` changes it until it passes.
public struct StarterStory: Sendable {
  /// The story as YAML.
  public let text: String

  /// Creates the story.
  ///
  /// - Parameters:
  ///   - vocabulary: The vocabulary of the module.
  ///   - files: The existing stories, of any module.
  ///   - language: The language of the story's keys and comments.
  ///   - path: The path of the story, for the command that runs it.
  ///   - draft: The choices among the sentences that can be made up.
  public init(
    for vocabulary: Vocabulary, after files: [StoryFile], in language: StoryLanguage,
    at path: String, draft: StarterDraft = StarterDraft()
  ) {
    let texts = StarterTexts(language)
    let stories = files.filter(\.isRunnable).flatMap(\.stories).filter {
      $0.module.string == vocabulary.module
    }
    let model =
      (draft.usesStories ? Story(shortestOf: stories, in: language) : nil)
      ?? Story(madeUpFrom: vocabulary, title: texts.line("scenario"), draft)
    let story = model.translated(to: language, by: vocabulary)
    let lines = StarterLines(language: language, texts: texts, hasAnswers: !draft.answers.isEmpty)
      .lines(of: story, at: path)
    text = lines.map { "\($0)\n" }.joined()
  }
}

/// The texts of a first story in one language, by their names in the language's file.
private struct StarterTexts {
  private let texts: [String: [String]]

  init(_ language: StoryLanguage) { texts = language.starterTexts }

  func lines(_ name: String) -> [String] { texts[name] ?? [] }

  func line(_ name: String) -> String { lines(name).first ?? "" }
}

/// Writes the lines of a first story.
private struct StarterLines {
  let language: StoryLanguage
  let texts: StarterTexts
  /// Whether the steps that prepare are answers whose data is made up.
  let hasAnswers: Bool

  /// Returns the lines of a story with one scenario and at most one nested scenario.
  func lines(of story: Story, at path: String) -> [String] {
    let module = story.module.string
    // Foundation calls UTC GMT.
    let timeZone = story.timeZone.map { $0 == .gmt ? "UTC" : $0.identifier }
    let header = [
      ("story", texts.line("title")), ("module", Node(text: module).notation),
      ("clock", story.clock?.formatted(.iso8601)), ("locale", story.locale),
      ("time zone", timeZone),
    ]
    return [
      "# \(texts.line("story"))",
      "# \(texts.line("run")): \(CommandCall.name) run \(path.shellQuoted)",
      "# \(texts.line("vocabulary")): \(CommandCall.name) steps \(module.shellQuoted)",
    ]
      + header.compactMap { name, value in value.map { "\(key(name)): \($0)" } }
      + ["", "\(key("scenarios")):"] + texts.lines("steps").map { "  # \($0)" }
      + story.scenarios.flatMap { scenario in
        lines(of: scenario, indentation: "  ")
          + [
            "", "    # \(texts.line("nested"))", "    \(key("scenarios")):",
            "      # \(texts.line("time"))", "      #   \(timeWords)",
          ]
          + lines(
            of: scenario.scenarios.first ?? continuation(of: scenario), indentation: "      ")
      }
  }

  private func lines(of scenario: Scenario, indentation: String) -> [String] {
    let keywords = zip(["given", "when", "then"], Step.Purpose.allCases)
    let steps = keywords.flatMap { keyword, purpose in
      let steps = scenario.steps.filter { $0.purpose == purpose }.map { "    - \($0.notation)" }
      let comment =
        purpose == .prepare && hasAnswers ? ["    # \(texts.line("answer"))"] : []
      return steps.isEmpty ? [] : ["  \(key(keyword)):"] + comment + steps
    }
    let title = "- \(key("scenario")): \(Node(text: scenario.title.string).notation)"
    return ([title] + steps).map { indentation + $0 }
  }

  /// Returns a scenario that repeats another scenario's last check, or else its acts.
  private func continuation(of scenario: Scenario) -> Scenario {
    var scenario = scenario
    scenario.title.string = texts.line("continuation")
    if var last = scenario.steps.last(where: { $0.purpose == .check && $0.timing?.kind != .never })
    {
      last.timing = Timing(
        .eventually, Timing.eventuallyLimit, text: key("eventually"), range: last.range)
      scenario.steps = [last]
    } else {
      scenario.steps.removeAll { $0.purpose != .act }
    }
    return scenario
  }

  /// The time words of the language, with durations.
  private var timeWords: String {
    Timing.Kind.allCases.map { kind in
      let duration: Duration =
        switch kind {
        case .eventually, .within: .seconds(2)
        case .after: .milliseconds(100)
        case .throughout, .never: .seconds(5)
        }
      return "\(language.timeWord(kind, duration)): …"
    }.joined(separator: "   ")
  }

  private func key(_ name: String) -> String { language.word(for: name) }
}

extension Step {
  /// The step on one line, without its keyword.
  fileprivate var notation: String {
    let nodes = sentences.map { sentence in
      let text = Node(text: sentence.text)
      return sentence.data.map { Node(.mapping([Node.Entry(key: text, value: $0)])) } ?? text
    }
    if let timing {
      return "\(timing.text): \((nodes.count == 1 ? nodes[0] : Node(.sequence(nodes))).notation)"
    }
    let text = Node(text: sentences[0].text).notation
    return sentences[0].data.map { "\(text): \($0.notation)" } ?? text
  }
}

extension String {
  /// The text quoted as one shell argument.
  fileprivate var shellQuoted: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
