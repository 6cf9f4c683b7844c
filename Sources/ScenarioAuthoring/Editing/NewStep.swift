import ScenarioKit
import ScenarioLanguage

/// A step to add to a scenario.
package struct NewStep: Sendable {
  /// The kind of the step, which is also the key that it is written under.
  package enum Kind: String, Sendable, Encodable { case given, when, then }

  package var kind: Kind

  /// The sentence.
  package var sentence: String

  /// Its data as YAML in one line; `nil` for none.
  package var data: String?

  /// A note for developers, which becomes a comment; `nil` for none.
  package var note: String?

  /// The time word of a check, and its length; `nil` for one that must hold at once.
  package var time: (kind: Timing.Kind, length: Duration)?

  package init(_ kind: Kind, _ sentence: String, data: String? = nil) {
    (self.kind, self.sentence, self.data) = (kind, sentence, data)
  }

  /// Throws an error if the data is not one value in YAML.
  func checkData() throws(Diagnostic) {
    guard let data else { return }
    let file = SourceFile(path: "", text: "{ data: \(data) }")
    guard file.documents?.first?.entries?.count == 1 else {
      throw Diagnostic("the value \"\(data)\" can't be read: a quote or a bracket may be missing")
    }
  }

  /// Returns the step as the value of a key in its line, or in brackets.
  ///
  /// A step with data is a mapping, which a value on the line of its key must not be.
  func value(_ language: StoryLanguage, in context: Notation.Context = .block) -> String {
    guard data != nil || time != nil else { return text(language, in: context) }
    return "{ \(text(language, in: .flow)) }"
  }

  /// Returns the step as an item of a list below its key.
  func text(_ language: StoryLanguage, in context: Notation.Context = .block) -> String {
    let isInside = data != nil && time != nil
    let sentence = Notation.text(sentence, in: isInside ? .flow : context)
    let text = data.map { "\(sentence): \($0)" } ?? sentence
    guard let time else { return text }
    return language.timeWord(time.kind, time.length) + ": " + (isInside ? "{ \(text) }" : text)
  }
}
