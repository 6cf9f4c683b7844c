import Foundation
import ScenarioLanguage
import ScenarioRunner

/// A first story for a module, with comments that explain the language by its sentences.
///
/// Where there is a story of the module already, its shortest scenario is the model, so that the
/// new one runs; elsewhere sentences are made up from the vocabulary.
public struct StarterStory: Sendable {
  /// The story as YAML.
  public let text: String

  /// Writes the story.
  ///
  /// - Parameters:
  ///   - vocabulary: What the stories of the module can say.
  ///   - files: The stories that there are, of any module.
  ///   - language: The language of its keys and comments.
  ///   - path: Where the story will be, for the command that runs it.
  public init(
    for vocabulary: Vocabulary, after files: [StoryFile], in language: StoryLanguage,
    at path: String
  ) {
    let stories = files.filter(\.isRunnable).flatMap(\.stories).filter {
      $0.module.string == vocabulary.module
    }
    let model =
      StarterModel.shortest(in: stories, language: language) ?? StarterModel(made: vocabulary)
    var writer = Writer(language: language, words: StarterWords.words(for: language))
    writer.write(model, module: vocabulary.module, path: path)
    text = writer.text
  }
}

private struct Writer {
  let language: StoryLanguage
  let words: StarterWords
  private(set) var text = ""

  init(language: StoryLanguage, words: StarterWords) {
    self.language = language
    self.words = words
  }

  mutating func write(_ model: StarterModel, module: String, path: String) {
    comment(words.story, indentation: 0)
    comment(["\(words.run): scenarios run \(path.shellQuoted)"], indentation: 0)
    comment(["\(words.vocabulary): scenarios steps \(module.shellQuoted)"], indentation: 0)
    line("story", words.title)
    line("module", scalar(module))
    if let clock = model.clock { line("clock", clock) }
    if let locale = model.locale { line("locale", locale) }
    if let timeZone = model.timeZone { line("time zone", timeZone) }
    text += "\n\(key("scenarios")):\n"
    comment(words.steps(language), indentation: 2)
    write(model.scenario, indentation: 2)
    text += "\n"
    comment(words.nested, indentation: 4)
    text += "    \(key("scenarios")):\n"
    comment(words.time + ["  " + StarterWords.timeWords(language)], indentation: 6)
    write(model.nested ?? repeated(model.scenario), indentation: 6)
  }

  /// A scenario that goes on with what holds already.
  private func repeated(_ scenario: StarterModel.Scenario) -> StarterModel.Scenario {
    let last = scenario.checks.last { $0.timing?.kind != .never }
    return StarterModel.Scenario(
      title: words.goingOn,
      checks: last.map {
        [StarterModel.Line(timeWord: key("eventually"), sentences: $0.sentences)]
      } ?? [],
      acts: last == nil ? scenario.acts : [])
  }

  private mutating func write(_ scenario: StarterModel.Scenario, indentation: Int) {
    let blanks = String(repeating: " ", count: indentation)
    text += "\(blanks)- \(key("scenario")): \(scalar(scenario.title ?? words.firstScenario))\n"
    for (name, lines) in [
      ("given", scenario.preparations), ("when", scenario.acts), ("then", scenario.checks),
    ] where !lines.isEmpty {
      text += "\(blanks)  \(key(name)):\n"
      for line in lines { text += "\(blanks)    - \(self.text(for: line))\n" }
    }
  }

  private func text(for line: StarterModel.Line) -> String {
    let sentences = line.sentences.map(Self.text)
    guard let timeWord = line.timeWord else { return sentences[0] }
    guard line.sentences.count == 1, let sentence = line.sentences.first else {
      let list = line.sentences.map { $0.data == nil ? Self.flow($0.text) : Self.mapping($0) }
      return "\(timeWord): [\(list.joined(separator: ", "))]"
    }
    return "\(timeWord): " + (sentence.data == nil ? sentences[0] : Self.mapping(sentence))
  }

  private static func text(for sentence: StarterModel.Sentence) -> String {
    let words = Node.text(sentence.text).notation
    return sentence.data.map { "\(words): \($0)" } ?? words
  }

  /// A sentence with data, in braces.
  private static func mapping(_ sentence: StarterModel.Sentence) -> String {
    "{ \(flow(sentence.text)): \(sentence.data ?? "") }"
  }

  /// A text as it stands in brackets.
  private static func flow(_ text: String) -> String {
    let list = Node(.sequence([.text(text)]), range: Node.text(text).range).notation
    return String(list.dropFirst().dropLast())
  }

  private func key(_ name: String) -> String { language.word(for: name) }

  private func scalar(_ text: String) -> String { Node.text(text).notation }

  private mutating func line(_ name: String, _ value: String) { text += "\(key(name)): \(value)\n" }

  private mutating func comment(_ lines: [String], indentation: Int) {
    for line in lines { text += String(repeating: " ", count: indentation) + "# \(line)\n" }
  }
}

extension Node {
  /// A text that was written nowhere.
  fileprivate static func text(_ text: String) -> Node {
    Node(.scalar(text, .plain), range: SourceRange(start: .start, end: .start))
  }
}

extension String {
  /// The text as one argument in a shell.
  fileprivate var shellQuoted: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "./_-".contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
