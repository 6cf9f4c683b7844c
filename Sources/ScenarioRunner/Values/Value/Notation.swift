/// How a text is written in YAML, with quotes only where it would be read as something else without
/// them.
enum Notation {
  /// Where the text stands; inside `[…]` and `{…}` more characters need quotes.
  enum Context {
    case block
    case flow
  }

  /// Writes a text on one line.
  static func text(_ text: String, in context: Context) -> String {
    isPlain(text, in: context) ? text : quoted(text)
  }

  /// Writes a text in double quotes, with everything that can't be seen as an escape.
  static func quoted(_ text: String) -> String {
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
        if isHidden(at: index, in: scalars) {
          result += escape(scalar)
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// Whether a text reads as itself without quotes.
  static func isPlain(_ text: String, in context: Context) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return false }
    if first == " " || last == " " || last == ":" || looksLikeAnotherKind(text) { return false }
    let second = scalars.dropFirst().first
    switch first {
    case ",", "[", "]", "{", "}", "#", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`":
      return false
    case "-", "?", ":":
      guard let second, second != " ", !text.hasPrefix("---") else { return false }
    case ".":
      if text.hasPrefix("...") { return false }
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

  private static func looksLikeAnotherKind(_ text: String) -> Bool {
    switch text {
    case "null", "~", "true", "false": true
    default: NumberText.isNumber(text)
    }
  }

  /// Whether a text holds anything that can't be seen, other than spaces.
  static func hasHidden(_ text: String, except allowed: Set<Unicode.Scalar> = []) -> Bool {
    // Nearly every text is plain ASCII, which a look at its bytes settles.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return false }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.contains { index in
      !allowed.contains(scalars[index]) && isHidden(at: index, in: scalars)
    }
  }

  /// Whether a character can't be seen or looks like a space without being one.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .spaceSeparator: scalar != " "
    default:
      scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
    }
  }

  private static func isHidden(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let scalar = scalars[index]
    if scalar.value >= 0x20 && scalar.value < 0x7F { return false }
    guard isInvisible(scalar) else { return false }
    switch scalar.value {
    case 0x200C, 0x200D:
      // Joiners belong to many scripts and to emoji; beside a space or a Latin letter they are
      // strays.
      guard index > 0, index + 1 < scalars.count else { return true }
      return scalars[index - 1].isASCII || scalars[index + 1].isASCII
    case 0xE0020...0xE007F:
      // The flags of England, Scotland and Wales are spelt with these.
      return index == 0 || scalars[index - 1].isASCII
    default:
      return true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let (letter, width) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
    return "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
  }
}
