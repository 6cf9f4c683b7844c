import ScenarioLanguage

extension Node {
  /// A scalar, with its quotes and its standard tag, such as `!!str`, taken into account.
  struct Scalar {
    /// The text.
    var text: String

    /// Whether it may stand for something other than a text: a number, `true`, nothing.
    var isPlain: Bool

    /// Whether it stands for nothing.
    var isNull: Bool { isPlain && (text.isEmpty || text == "null" || text == "~") }
  }

  /// The node as a scalar; `nil` for a list or a mapping.
  var scalar: Scalar? {
    guard let text, let style else { return nil }
    return Scalar(text: text, isPlain: style == .plain && !isTaggedAsText)
  }

  /// The node's own tag; `nil` where there is none or only one of YAML's standard tags.
  var ownTag: String? {
    guard let tag, tag != "!", standardTag == nil else { return nil }
    return tag
  }

  /// The stretch of the node's tag.
  var tagRange: SourceRange {
    guard let tag else { return range }
    var end = range.start
    end.column += tag.unicodeScalars.count
    end.offset += tag.utf8.count
    return SourceRange(start: range.start, end: end)
  }

  /// The node as it would be without its tag.
  var untagged: Node {
    var node = self
    node.tag = nil
    return node
  }

  private var isTaggedAsText: Bool { tag == "!" || standardTag == "str" }

  private var standardTag: Substring? {
    guard let tag else { return nil }
    let names = ["str", "int", "float", "bool", "null", "seq", "map"]
    for prefix in ["tag:yaml.org,2002:", "!!"] where tag.hasPrefix(prefix) {
      let name = tag.dropFirst(prefix.count)
      if names.contains(String(name)) { return name }
    }
    return nil
  }
}

extension Node {
  /// What the node is, as the second half of "expected a number, but …".
  var foundInWords: String {
    guard let scalar else { return items == nil ? "this is a mapping" : "this is a list" }
    if scalar.isNull { return scalar.text.isEmpty ? "nothing is written here" : "this is null" }
    if scalar.isPlain {
      if scalar.text == "true" || scalar.text == "false" { return "this is \(scalar.text)" }
      if NumberText.isInteger(scalar.text) { return "this is the whole number \(scalar.text)" }
      if NumberText.isNumber(scalar.text) { return "this is the number \(scalar.text)" }
    }
    return "this is the text \(Notation.quoted(scalar.text.clipped(to: 60)))"
  }

  /// What the node is, to go with "was expected".
  var kindInWords: String {
    guard let scalar else { return items == nil ? "a mapping" : "a list" }
    return scalar.isNull ? "nothing" : "a text"
  }
}

extension String {
  /// The text, or its beginning and an ellipsis where it has more characters than `count`.
  func clipped(to count: Int) -> String {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}
