import ScenarioLanguage

/// The YAML notation of values, with quotes only if the text would otherwise be read as something
/// else.
package enum Notation {
  /// The context of the text; inside `[…]` and `{…}` more characters need quotes.
  package enum Context {
    case block
    case flow
  }

  /// Returns a text in one line.
  package static func text(_ text: String, in context: Context) -> String {
    isPlain(text, in: context) ? text : quoted(text)
  }

  /// Returns a text in double quotes, with all invisible characters escaped.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        guard isHidden(at: index, in: scalars) else {
          result.unicodeScalars.append(scalar)
          continue
        }
        result +=
          scalar.value > 0xFFFF
          ? "\\U" + hexadecimal(scalar, width: 8) : "\\u" + hexadecimal(scalar, width: 4)
      }
    }
    return result + "\""
  }

  /// Returns a list in one line, from the notations of its elements.
  package static func list(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  /// Returns a mapping in one line, from the notations of its keys and values.
  package static func mapping(_ pairs: [(key: String, value: String)]) -> String {
    pairs.isEmpty
      ? "{}" : "{ " + pairs.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + " }"
  }

  /// Returns whether a text can be written without quotes.
  package static func isPlain(_ text: String, in context: Context) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return false }
    if first == " " || last == " " || last == ":" || looksLikeAnotherKind(text) { return false }
    let second = scalars.dropFirst().first
    switch first {
    case ",", "[", "]", "{", "}", "#", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`":
      return false
    case "-", "?", ":":
      guard let second, second != " ", !text.hasPrefix("---") else { return false }
    case ".": if text.hasPrefix("...") { return false }
    default: break
    }
    return hasOnlyPlainCharacters(text, in: context)
  }

  private static func hasOnlyPlainCharacters(_ text: String, in context: Context) -> Bool {
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case " " where before == ":", "#" where before == " ": return false
      case ",", "[", "]", "{", "}": if context == .flow { return false }
      default: break
      }
      before = scalar
    }
    return !hasHidden(text)
  }

  /// Returns whether plain text denotes null, `true`, `false` or a number.
  static func looksLikeAnotherKind(_ text: String) -> Bool {
    switch text {
    case "null", "~", "true", "false": true
    default: NumberText.isNumber(text)
    }
  }

  /// Returns whether a text contains invisible characters other than spaces.
  package static func hasHidden(_ text: String, except allowed: Set<Unicode.Scalar> = []) -> Bool {
    // Nearly every text is printable ASCII, which its bytes show quickly.
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return false }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.contains { index in
      !allowed.contains(scalars[index]) && isHidden(at: index, in: scalars)
    }
  }

  /// Returns whether a character is invisible or looks like a space without being one.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .spaceSeparator: scalar != " "
    default: scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
    }
  }

  private static func isHidden(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[index]
    if 0x20..<0x7F ~= scalar.value { return false }
    guard isInvisible(scalar) else { return false }
    switch scalar.value {
    case 0x200C, 0x200D:
      // Joiners are needed in many scripts and in emoji; next to an ASCII character they are
      // strays.
      guard index > 0, index + 1 < scalars.count else { return true }
      return scalars[index - 1].isASCII || scalars[index + 1].isASCII
    case 0xE0020...0xE007F:
      // The flag emoji of England, Scotland and Wales contain these characters.
      return index == 0 || scalars[index - 1].isASCII
    default: return true
    }
  }

  /// Returns the code point of a character in at least `width` hexadecimal digits.
  static func hexadecimal(_ scalar: Unicode.Scalar, width: Int) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A multiline text in the form of YAML's `|`.
package struct LiteralBlock {
  /// The block indicator with its chomping mode: `|`, `|-` or `|+`.
  package var header: String

  /// The lines, without indentation.
  package var lines: [String]

  /// Creates the block; `nil` if the text has one line or can't be represented faithfully as a
  /// block.
  package init?(_ text: String) {
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
    guard lines.allSatisfy({ !$0.hasSuffix(" ") && !$0.hasSuffix("\t") }),
      !Notation.hasHidden(text, except: ["\n", "\t"])
    else { return nil }
  }
}

extension Message.StringInterpolation {
  /// Adds a text in double quotes, with all invisible characters escaped.
  package mutating func appendInterpolation(quoted text: String) {
    appendLiteral("\"")
    appendInterpolation(Notation.quoted(text).dropFirst().dropLast())
    appendLiteral("\"")
  }
}
