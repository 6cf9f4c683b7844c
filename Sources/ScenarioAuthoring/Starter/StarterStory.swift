import ScenarioKit
import ScenarioLanguage

/// A first story for a module, with comments that explain the language.
///
/// It has the module's first sentences, which authors replace with their own.
package struct StarterStory: Sendable {
  /// The story as YAML.
  package let text: String

  /// Creates the story.
  ///
  /// - Parameters:
  ///   - vocabulary: The vocabulary of the module.
  ///   - language: The language of the story's keys, sentences and comments.
  ///   - path: The path of the story, for the command that runs it.
  package init(for vocabulary: Vocabulary, in language: StoryLanguage, at path: String) {
    let texts = language.starterTexts
    func line(_ name: String) -> String { texts[name]?.first ?? "" }
    func key(_ name: String) -> String { language.word(for: name) }
    func list(_ name: String, _ item: String?) -> [String] {
      item.map { ["  \(key(name)):", "    - \($0)"] } ?? []
    }
    let entries = vocabulary.entries.written(in: language.code)
    func example(_ role: StepDefinition.Role) -> String? {
      entries.filter { $0.signature.role == role }.firstExample(in: vocabulary)
    }
    // Without an act, a pause is a harmless substitute.
    let act = list("when", example(.act) ?? example(.pause))
    let check = example(.observation).map { "\($0): !any" } ?? example(.check)
    let later = check.map { "\(key("eventually")): \($0.hasSuffix(": !any") ? "{ \($0) }" : $0)" }
    let times: [(Timing.Kind, Duration)] = [
      (.eventually, .zero), (.within, .seconds(2)), (.after, .milliseconds(100)),
      (.throughout, .seconds(5)), (.never, .seconds(5)),
    ]
    let timeWords = times.map { "\(language.timeWord($0, $1)): …" }.joined(separator: "   ")

    let scenario =
      ["- \(key("scenario")): \(line("scenario"))"] + act + list("then", check)
      + [
        "", "  # \(line("nested"))", "  \(key("scenarios")):", "    # \(line("time"))",
        "    #   \(timeWords)",
      ]
      + (["- \(key("scenario")): \(line("continuation"))"] + (later.map { list("then", $0) } ?? act))
      .map { "    " + $0 }
    let module = Notation.text(vocabulary.module, in: .block)
    // Equal titles of two stories are a warning.
    let title = Notation.text("\(line("title")) (\(vocabulary.module))", in: .block)
    let lines =
      [
        "# \(line("story"))", "# \(line("run")): \(CommandCall.name) run \(path.shellQuoted)",
        "# \(line("vocabulary")): \(CommandCall.name) steps \(vocabulary.module.shellQuoted)",
        "\(key("story")): \(title)", "\(key("module")): \(module)", "", "\(key("scenarios")):",
      ] + ((texts["steps"] ?? []).map { "# \($0)" } + scenario).map { $0.isEmpty ? "" : "  " + $0 }
    text = lines.map { "\($0)\n" }.joined()
  }
}

extension [Vocabulary.Entry] {
  /// Returns the sentences that a story in a language has: the module's own where they are not
  /// translated.
  ///
  /// - Parameter code: The code of the language.
  package func written(in code: String) -> [Vocabulary.Entry] {
    filter { entry in
      if let language = entry.language { return language == code }
      return entry.isCommonForm && !entry.signature.wordings.contains { $0.language == code }
    }
  }

  /// Returns an example of the first sentence that needs no data except an expected value.
  fileprivate func firstExample(in vocabulary: Vocabulary) -> String? {
    let entry = first { entry in
      if case .given(_, isRequired: true) = vocabulary.definition(of: entry).data { return false }
      return (try? entry.expression.match(entry.expression.example())) ?? nil != nil
    }
    return entry.map { Notation.text($0.expression.example(), in: .flow) }
  }
}

extension String {
  /// The text quoted as one shell argument.
  fileprivate var shellQuoted: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
