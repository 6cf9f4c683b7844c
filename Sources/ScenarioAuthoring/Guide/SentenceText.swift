import ScenarioKit
import ScenarioLanguage

extension StepExpression {
  /// Returns the sentence in readable form: `"…"` in place of a text, `[number]` in place of a
  /// number.
  func readable(in language: StoryLanguage = .english) -> String {
    parts.text(
      optional: { "(\($0))" }, alternatives: { $0.joined(separator: "/") },
      parameter: { $0.readable(in: language) })
  }
}

extension [StepExpression.Part] {
  /// Returns the joined parts in some notation; `alternatives` receives formatted parts.
  func text(
    words: (String) -> String = { $0 }, optional: (String) -> String,
    alternatives: ([String]) -> String, parameter: (ParameterType) -> String
  ) -> String {
    map { part in
      switch part {
      case .text(let text): words(text)
      case .optional(let text): optional(text)
      case .alternatives(let choices):
        alternatives(
          choices.map {
            $0.text(
              words: words, optional: optional, alternatives: alternatives, parameter: parameter)
          })
      case .parameter(let type): parameter(type)
      }
    }.joined()
  }
}

extension ParameterType {
  /// Returns a name for people, such as `[whole number]`, or `"…"` for a text in quotes.
  func readable(in language: StoryLanguage) -> String {
    if isQuoted { return "\"…\"" }
    let words = meaning.map { language.translation(of: String($0.trimmingPrefix(#/an? /#))) }
    return "[\(words ?? name)]"
  }

  /// The meaning and an example, such as `a method, such as GET`.
  var explanation: String {
    (meaning ?? "a value of the module: \(name)") + (sample.map { ", such as \($0)" } ?? "")
  }
}
