import ScenarioLanguage
import ScenarioValues

/// A step to add to a scenario.
package struct NewStep: Sendable {
  /// What the step is, which is also the key that it is written under.
  package enum Kind: String, Sendable { case given, when, then }

  package var kind: Kind

  /// The sentence.
  package var sentence: String

  /// Its data as YAML in one line; `nil` for none.
  package var data: String?

  /// The time word of a check, in English, and its length; `nil` for one that must hold at once.
  package var time: (word: String, length: Duration)?

  package init(_ kind: Kind, _ sentence: String, data: String? = nil) {
    self.kind = kind
    self.sentence = sentence
    self.data = data
  }

  /// Returns the step as an item of a list below its key.
  func item(_ language: StoryLanguage) -> String { text(language, in: .block) }

  /// Returns the step as the value of a key in its line, or in brackets.
  ///
  /// A step with data is a mapping, which a value on the line of its key must not be.
  func value(_ language: StoryLanguage, in context: Notation.Context = .block) -> String {
    guard data != nil || time != nil else { return text(language, in: context) }
    return "{ \(text(language, in: .flow)) }"
  }

  private func text(_ language: StoryLanguage, in context: Notation.Context) -> String {
    let isInside = data != nil && time != nil
    let sentence = Notation.text(sentence, in: isInside ? .flow : context)
    let text = data.map { "\(sentence): \($0)" } ?? sentence
    guard let time else { return text }
    let word =
      time.word == "eventually"
      ? language.word(for: time.word) : language.timeWord(time.word, time.length)
    return "\(word): \(isInside ? "{ \(text) }" : text)"
  }
}

extension LanguageService {
  /// A text with one more step.
  package struct AddedStep: Sendable {
    package var text: String
    /// The line of the scenario that has the step, from 1.
    package var scenario: Int
    /// The line of the step, from 1.
    package var line: Int
  }

  /// Adds a step to a scenario of an open document.
  ///
  /// Lines are added, and no others change, except where a single step becomes a list. An act after
  /// a check begins a nested scenario, because `when` comes before `then` in one.
  ///
  /// - Parameters:
  ///   - scenario: The line of the scenario's title, from 1.
  ///   - line: The line of the step after which it goes, if they belong to the same list.
  /// - Throws: `Diagnostic` if there is no such scenario, or if its text has to be changed by hand.
  package func add(
    _ step: NewStep, to scenario: Int, after line: Int?, in path: String
  ) throws(Diagnostic) -> AddedStep {
    var (editor, found, language) = try scenarioText(at: scenario, in: path)
    let added = try editor.add(step, to: found, after: line, language)
    return AddedStep(
      text: try editor.checkedText(), scenario: added.scenario ?? scenario, line: added.line)
  }
}
