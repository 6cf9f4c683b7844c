/// An XML document that is written element by element.
struct XMLText {
  private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  /// The number of bytes before the text.
  private var taken = 0
  private var depth = 0

  /// Removes and returns the text so far, so that a long document need not be in memory.
  mutating func take() -> String {
    defer { text = "" }
    taken += text.utf8.count
    return text
  }

  /// Writes an element that contains elements.
  mutating func element<Failure>(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:],
    content: (inout XMLText) throws(Failure) -> Void
  ) throws(Failure) {
    text += opening(name, attributes) + ">\n"
    let empty = taken + text.utf8.count
    depth += 1
    try content(&self)
    depth -= 1
    if taken + text.utf8.count == empty {
      text.removeLast(2)
      text += "/>\n"
    } else {
      text += indentation + "</\(name)>\n"
    }
  }

  /// Writes an element that contains text.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text content: String
  ) {
    text += opening(name, attributes)
    text += content.isEmpty ? "/>\n" : ">\(Self.escaped(content))</\(name)>\n"
  }

  private var indentation: String { String(repeating: "  ", count: depth) }

  private func opening(_ name: String, _ attributes: KeyValuePairs<String, String?>) -> String {
    var text = indentation + "<" + name
    for case (let key, let value?) in attributes {
      text += " \(key)=\"\(Self.escaped(value, isAttribute: true))\""
    }
    return text
  }

  /// Returns escaped text; characters that XML 1.0 can't represent are made visible.
  static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    text.showingControls().replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"" where isAttribute: "&quot;"
      // Otherwise a parser turns them into spaces.
      case "\n" where isAttribute: "&#10;"
      case "\t" where isAttribute: "&#9;"
      default: nil
      }
    }
  }
}
