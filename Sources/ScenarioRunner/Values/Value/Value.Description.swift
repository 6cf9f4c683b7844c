extension Value: CustomStringConvertible {
  /// The value on one line, as a story would write it: `{ state: info, infoText: Hello }`.
  public var description: String {
    if case .text(let text) = self { return Notation.text(text, in: .block) }
    var result = ""
    writeFlow(into: &result)
    return result
  }

  /// The value on one line, as it would stand inside `[…]` and `{…}`.
  var flowDescription: String {
    var result = ""
    writeFlow(into: &result)
    return result
  }

  private func writeFlow(into result: inout String) {
    switch self {
    case .absent: result += "null"
    case .bool(let bool): result += bool ? "true" : "false"
    case .integer(let integer): result += String(integer)
    case .number(let number): result += NumberText.text(number)
    case .text(let text): result += Notation.text(text, in: .flow)
    case .list(let elements):
      result += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { result += ", " }
        element.writeFlow(into: &result)
      }
      result += "]"
    case .mapping(let pairs):
      if pairs.isEmpty {
        result += "{}"
        return
      }
      result += "{ "
      for (index, pair) in pairs.enumerated() {
        if index > 0 { result += ", " }
        result += Notation.text(pair.key, in: .flow) + ": "
        pair.value.writeFlow(into: &result)
      }
      result += " }"
    }
  }

  /// The value over several lines, as a story would write it, without a line break at the end.
  public var blockDescription: String {
    var lines: [String] = []
    writeBlock(into: &lines, prefix: "", indent: 0)
    return lines.joined(separator: "\n")
  }

  /// Writes the value behind `prefix` on the line that is being written, and below it.
  private func writeBlock(into lines: inout [String], prefix: String, indent: Int) {
    switch self {
    case .list(let elements) where !elements.isEmpty:
      let (first, depth) = opening(of: prefix, indent: indent, into: &lines)
      for (index, element) in elements.enumerated() {
        let start = index == 0 ? first : String(repeating: " ", count: depth)
        element.writeBlock(into: &lines, prefix: start + "- ", indent: depth + 2)
      }
    case .mapping(let pairs) where !pairs.isEmpty:
      let (first, depth) = opening(of: prefix, indent: indent, into: &lines)
      for (index, pair) in pairs.enumerated() {
        let start = index == 0 ? first : String(repeating: " ", count: depth)
        let key = Notation.text(pair.key, in: .block)
        pair.value.writeBlock(into: &lines, prefix: start + key + ": ", indent: depth + 2)
      }
    case .text(let text):
      if let literal = LiteralBlock(text) {
        lines.append(prefix + literal.header)
        let margin = String(repeating: " ", count: max(indent, 2))
        lines += literal.lines.map { $0.isEmpty ? "" : margin + $0 }
      } else {
        lines.append(prefix + Notation.text(text, in: .block))
      }
    default:
      lines.append(prefix + description)
    }
  }

  /// Where a list or mapping begins: on the line of its dash, but below its key.
  private func opening(
    of prefix: String, indent: Int, into lines: inout [String]
  ) -> (first: String, depth: Int) {
    if prefix.isEmpty || prefix.hasSuffix("- ") { return (prefix, indent) }
    lines.append(String(prefix.dropLast()))
    return (String(repeating: " ", count: indent), indent)
  }
}

/// A text of several lines as YAML's `|` writes it.
struct LiteralBlock {
  /// The mark and how the end is to be read: `|`, `|-` or `|+`.
  var header: String

  /// The lines, without indentation.
  var lines: [String]

  /// Creates the block; `nil` where the text has one line or can't be shown faithfully like this.
  init?(_ text: String) {
    var scalarLines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard scalarLines.count > 1, scalarLines.contains(where: { !$0.isEmpty }) else { return nil }
    guard let first = scalarLines.first?.first, first != " ", first != "\t" else { return nil }
    if scalarLines.last?.isEmpty == true {
      scalarLines.removeLast()
      header = scalarLines.last?.isEmpty == true ? "|+" : "|"
    } else {
      header = "|-"
    }
    lines = scalarLines.map { String($0) }
    guard
      lines.allSatisfy({ !$0.hasSuffix(" ") && !$0.hasSuffix("\t") }),
      !Notation.hasHidden(text, except: ["\n", "\t"])
    else { return nil }
  }
}
