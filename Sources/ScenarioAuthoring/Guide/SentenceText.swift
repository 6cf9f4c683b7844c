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

  /// Returns an example of the sentence as an editor inserts it, with `${1:…}` for its blanks, or
  /// `${1|one,two|}` for those with known values.
  func snippet(of example: String, _ known: [[String]] = []) -> String {
    guard let match = try? match(example) else { return example.inSnippet }
    var snippet = ""
    var end = example.startIndex
    for (index, argument) in match.enumerated() where argument.range.lowerBound >= end {
      let quote = argument.text.first == "\"" && argument.text.count > 1 ? "\"" : ""
      let inner = quote.isEmpty ? argument.text : String(argument.text.dropFirst().dropLast())
      let words = known.indices.contains(index) ? known[index] : []
      let isChoice = !words.isEmpty && words.allSatisfy { $0.firstMatch(of: /[,|$}\\"]/) == nil }
      snippet += String(example[end..<argument.range.lowerBound]).inSnippet + quote
      snippet +=
        isChoice
        ? "${\(index + 1)|\(words.joined(separator: ","))|}" : "${\(index + 1):\(inner.inSnippet)}"
      snippet += quote
      end = argument.range.upperBound
    }
    return snippet + String(example[end...]).inSnippet
  }
}

extension String {
  /// The text with the marks of snippets escaped.
  var inSnippet: String { replacing(/[\\$}]/) { "\\" + $0.output } }
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
    let words = meaning.map { Message(verbatim: String($0.trimmingPrefix(#/an? /#))) }
    return "[\(words.map(language.text) ?? name)]"
  }

  /// The kind of its values, such as `a method`.
  var kind: Message { meaning.map(Message.init(verbatim:)) ?? "a value of the module: \(name)" }
}

/// The notation of sentences.
package enum SentenceNotes {
  /// Returns explanations of the parameters and marks in some sentences, one line each.
  package static func legend(
    for expressions: [StepExpression], in language: StoryLanguage = .english
  ) -> [String] {
    let parts = expressions.flatMap(\.parts)
    var types: Set<String> = []
    var lines: [Message] = []
    for case .parameter(let type) in parts where types.insert(type.name).inserted {
      let (name, kind) = (type.name, type.kind)
      lines.append(
        type.sample.map { "{\(name)} stands for \(kind), such as \($0)" }
          ?? "{\(name)} stands for \(kind)")
    }
    lines.sort { $0.english < $1.english }
    if parts.contains(where: { if case .optional = $0 { true } else { false } }) {
      lines.append("Text in parentheses may be left out: time(s) stands for \"time\" or \"times\".")
    }
    if parts.contains(where: { if case .alternatives = $0 { true } else { false } }) {
      lines.append("Of words with a slash between them, write one: was/were.")
    }
    return lines.map(language.text)
  }
}
