import ScenarioLanguage

/// Writes a value that is no list and no mapping in the place of another.
struct ScalarWriter {
  let value: Value
  let context: Notation.Context

  /// The value on one line, in the quotes that a scalar had before, where they can hold it.
  ///
  /// - Parameter old: What stood there; `nil` where nothing did that could be followed.
  func text(inStyleOf old: Node?) -> String {
    guard case .scalar(let oldText, let style) = old?.content else { return plainest }
    switch value {
    case .absent: return "!absent"
    case .number(let number):
      // 1.0 is written as 1 where whole numbers were written before.
      guard style == .plain, NumberText.isInteger(oldText), let whole = Int64(exactly: number)
      else { return value.description }
      return String(whole)
    case .bool, .integer: return value.description
    case .text(let text): return self.text(text, style: style, old: oldText)
    case .list, .mapping: return value.flowDescription
    }
  }

  private var plainest: String {
    switch value {
    case .absent: "!absent"
    case .text(let text): Notation.text(text, in: context)
    case .bool, .integer, .number: value.description
    case .list, .mapping: value.flowDescription
    }
  }

  private func text(_ text: String, style: Node.Style, old: String) -> String {
    switch style {
    case .plain:
      // Who wrote the text "5" without quotes before wants to have it so.
      if NumberText.isNumber(text), NumberText.isNumber(old) { return text }
      if ["true", "false"].contains(text), ["true", "false"].contains(old) { return text }
      return Notation.text(text, in: context)
    case .singleQuoted:
      guard !Notation.hasHidden(text) else { return Notation.quoted(text) }
      return "'"
        + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
        + "'"
    case .doubleQuoted: return Notation.quoted(text)
    case .literal, .folded: return Notation.text(text, in: context)
    }
  }
}

extension LiteralBlock {
  /// The block with its lines indented so far.
  func text(margin: String) -> String {
    ([header] + lines.map { $0.isEmpty ? "" : margin + $0 }).joined(separator: "\n")
  }
}
