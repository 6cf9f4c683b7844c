import DisplayText
import ScenarioKit

/// The schema of a sentence, with an explanation and a snippet for authors.
struct SentenceSchema {
  let expression: StepExpression
  let role: StepDefinition.Role
  let data: StepDefinition.Data

  /// The sentence, if it has no variable parts; otherwise `nil`.
  var fixedWords: String? {
    let parts = expression.parts
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  /// The schema of the sentence without data; `nil` if it requires data.
  var textSchema: Value? {
    switch data {
    case .expected, .given(_, isRequired: true): return nil
    case .none, .given(_, isRequired: false): break
    }
    if let words = fixedWords {
      return ["const": .text(words), "markdownDescription": .text(explanation)]
    }
    return Value.pattern(Pattern.sentence(expression)).merging([
      "patternErrorMessage": .text("Expected a step like: \(expression.readable())"),
      "markdownDescription": .text(explanation), "defaultSnippets": [snippet],
    ])
  }

  /// The schema of the sentence's data; `nil` if it takes none.
  var dataSchema: Value? {
    let schema: Value
    switch data {
    case .none: return nil
    case .expected: schema = .definition("data")
    case .given(let shape, _): schema = .data(shape)
    }
    return schema.merging(["markdownDescription": .text(explanation)])
  }

  /// The sentence's purpose, words and data, as Markdown.
  private var explanation: String {
    let purpose =
      switch role {
      case .preparation: "given"
      case .act: "when"
      case .check, .observation: "then"
      case .pause: "steps"
      }
    let data = DataLine.lines(for: data, in: .english).map { line in
      let kind = MarkdownText.plain(line.kind)
      return line.key.map { "- \(MarkdownText.code($0)): \(kind)" } ?? "Data: \(kind)\n"
    }
    return "**\(purpose)** \(MarkdownText.code(expression.readable()))"
      + (data.isEmpty ? "" : "\n\n") + data.joined(separator: "\n")
  }

  /// The text that an editor inserts, with fields to fill in.
  private var snippet: Value {
    var count = 0
    let body = expression.parts.text(
      words: \.inSnippet, optional: \.inSnippet, alternatives: { $0.first ?? "" },
      parameter: { type in
        count += 1
        let draft = type.sample ?? type.name
        guard type.isQuoted else { return "${\(count):\(draft.inSnippet)}" }
        return "\"${\(count):\(String(draft.dropFirst().dropLast()).inSnippet)}\""
      })
    return ["label": .text(expression.readable()), "body": .text(body)]
  }
}

extension String {
  /// The text with the marks of snippets escaped.
  var inSnippet: String { replacing(/[\\$}]/) { "\\" + $0.output } }
}
