/// An XML document that is written element by element.
struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  /// Writes an element that contains elements.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:],
    content: (inout XMLText) -> Void
  ) {
    text += opening(name, attributes) + ">\n"
    let empty = text.utf8.count
    depth += 1
    content(&self)
    depth -= 1
    if text.utf8.count == empty {
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
