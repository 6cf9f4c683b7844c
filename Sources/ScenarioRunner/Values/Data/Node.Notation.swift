import ScenarioLanguage

extension Node {
  /// The node on one line as its author wrote it: with its tag and its quotes, but without its
  /// layout.
  public var notation: String {
    var result = ""
    writeNotation(into: &result, in: .block)
    return result
  }

  private func writeNotation(into result: inout String, in context: Notation.Context) {
    if let tag {
      result += tag
      if case .scalar("", .plain) = content { return }
      result += " "
    }
    switch content {
    case .scalar(let text, let style):
      // "!one of [a, b]" is for YAML a tag and a text, which stands in no braces.
      let context = tag == ExpectationTag.one.rawValue ? .block : context
      result += Self.scalarNotation(text, style, in: context)
    case .sequence(let elements):
      result += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { result += ", " }
        element.writeNotation(into: &result, in: .flow)
      }
      result += "]"
    case .mapping(let entries):
      result += entries.isEmpty ? "{" : "{ "
      for (index, entry) in entries.enumerated() {
        if index > 0 { result += ", " }
        entry.key.writeNotation(into: &result, in: .flow)
        result += ": "
        entry.value.writeNotation(into: &result, in: .flow)
      }
      result += entries.isEmpty ? "}" : " }"
    }
  }

  private static func scalarNotation(
    _ text: String, _ style: Style, in context: Notation.Context
  ) -> String {
    switch style {
    case .plain:
      if text.isEmpty { return "null" }
      // A plain text spread over several lines, or moved into a list, may need quotes here.
      if ["null", "~", "true", "false"].contains(text) || NumberText.isNumber(text) { return text }
      return Notation.text(text, in: context)
    case .singleQuoted:
      if Notation.hasHidden(text) { return Notation.quoted(text) }
      return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "''") + "'"
    case .doubleQuoted:
      return Notation.quoted(text)
    case .literal, .folded:
      return Notation.text(text, in: context)
    }
  }
}
