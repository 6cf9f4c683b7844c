import ScenarioRunner
import StepExpressions

/// One sentence of a module, as an editor checks, explains and proposes it.
struct SentenceSchema {
  private let entry: Vocabulary.Entry

  init(_ entry: Vocabulary.Entry) { self.entry = entry }

  /// The sentence where it is always the same words.
  var fixedWords: String? {
    switch entry.expression.parts.first {
    case .text(let text) where entry.expression.parts.count == 1: text
    default: nil
    }
  }

  /// The sentence without data; `nil` where it needs some.
  var text: JSONValue? {
    switch entry.definition.data {
    case .expected, .given(_, isRequired: true): return nil
    case .none, .given(_, isRequired: false): break
    }
    guard let words = fixedWords else {
      return [
        "type": "string", "pattern": .text(Pattern.sentence(entry.expression)),
        "patternErrorMessage": .text("Not as in: \(PlainWords(entry.expression).text)"),
        "markdownDescription": .text(explanation), "defaultSnippets": [snippet],
      ]
    }
    return ["const": .text(words), "markdownDescription": .text(explanation)]
  }

  /// What stands behind the sentence's colon; `nil` where nothing does.
  var data: JSONValue? {
    let schema: JSONValue
    switch entry.definition.data {
    case .none: return nil
    case .expected: schema = [:]
    case .given(let shape, _): schema = .data(shape)
    }
    return schema.merging(["markdownDescription": .text(explanation)])
  }

  /// What the sentence is for, its data and its other wordings.
  private var explanation: String {
    let purpose =
      switch entry.definition.role {
      case .preparation: "given"
      case .act: "when"
      case .check, .observation: "then"
      case .pause: "steps"
      }
    var lines = ["**\(purpose)** \(MarkdownGuide.code(PlainWords(entry.expression).text))"]
    for line in DataLine.lines(for: entry.definition.data) {
      let kind = MarkdownGuide.plain(line.kind)
      lines.append(line.key.map { "- \(MarkdownGuide.code($0)): \(kind)" } ?? "Data: \(kind)\n")
    }
    return lines[0] + (lines.count > 1 ? "\n\n" + lines.dropFirst().joined(separator: "\n") : "")
  }

  /// What an editor writes for an author, with the places to fill in.
  private var snippet: JSONValue {
    var place = 0
    let body = entry.expression.parts.map { part in
      guard case .parameter(let type) = part else { return Self.words(of: part) }
      place += 1
      return switch type.name {
      case "string": "\"${\(place):text}\""
      case "int", "float", "double", "byte", "short", "long", "biginteger", "bigdecimal":
        "${\(place):1}"
      case "duration": "${\(place):100 ms}"
      case "": "${\(place):text}"
      default: "${\(place):\(type.name)}"
      }
    }.joined()
    return ["label": .text(PlainWords(entry.expression).text), "body": .text(body)]
  }

  private static func words(of part: StepExpression.Part) -> String {
    switch part {
    case .text(let text), .optional(let text):
      text.replacing("\\", with: "\\\\").replacing("$", with: "\\$").replacing("}", with: "\\}")
    case .alternatives(let alternatives):
      (alternatives.first ?? []).map { words(of: $0) }.joined()
    case .parameter: ""
    }
  }
}
