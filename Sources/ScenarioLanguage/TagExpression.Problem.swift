extension TagExpression {
  /// What is wrong with an expression's text, and what to write instead.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expression as it was written.
    public let text: String

    /// The columns that are meant, from 1, counted in characters; at least one column.
    public let columns: Range<Int>

    /// What is wrong: one sentence without its full stop.
    public let message: String

    /// What to do about it: one sentence without its full stop.
    public let remedy: String

    private init(in text: String, at range: Range<Int>, _ message: String, remedy: String) {
      self.text = text
      self.columns = range.lowerBound + 1..<range.upperBound + 1
      self.message = message
      self.remedy = remedy
    }

    /// The problem with the text and its place, several lines long.
    public var description: String {
      // Line breaks and tabs are one blank each, so that the marks stand under what they mark.
      let shown = text.map { $0.isWhitespace ? " " : $0 }
      let start = Self.width(of: shown.prefix(columns.lowerBound - 1))
      let width = Self.width(of: shown[(columns.lowerBound - 1)..<(columns.upperBound - 1)])
      let marks = width > 1 ? "^" + String(repeating: "-", count: width - 2) + "^" : "^"
      return """
        This tag expression has a problem at column \(columns.lowerBound):

        \(String(shown))
        \(String(repeating: " ", count: start))\(marks)
        \(message).
        \(remedy).
        """
    }

    /// How many columns of a terminal characters take: two each in East Asian scripts and for
    /// emoji.
    private static func width(of characters: ArraySlice<Character>) -> Int {
      characters.reduce(0) { sum, character in
        let isWide = character.unicodeScalars.contains { scalar in
          switch scalar.value {
          case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
          default:
            scalar.properties.isEmojiPresentation
          }
        }
        return sum + (isWide ? 2 : 1)
      }
    }
  }
}

extension TagExpression.Problem {
  static func missingTag(before token: String, in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no tag before \"\(token)\"",
      remedy: "Write a tag on both sides of \"\(token)\", such as \"smoke \(token) slow\"")
  }

  static func missingTag(
    between last: String, and token: String, in text: String, at range: Range<Int>
  ) -> Self {
    Self(
      in: text, at: range, "There is no tag between \"\(last)\" and \"\(token)\"",
      remedy: "Write a tag there, or remove one of the two")
  }

  static func operatorAtEnd(_ token: String, in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no tag behind \"\(token)\"",
      remedy: "Write a tag there, or remove \"\(token)\"")
  }

  static func missingOperator(
    between last: String, and token: String, in text: String, at range: Range<Int>
  ) -> Self {
    Self(
      in: text, at: range, "There is no operator between \"\(last)\" and \"\(token)\"",
      remedy: "Write \"and\" there for scenarios that have both, \"or\" for those that have either")
  }

  static func notAnOperator(
    _ token: String, in text: String, at range: Range<Int>, meant: String
  ) -> Self {
    Self(
      in: text, at: range, "\"\(token)\" is not an operator", remedy: "Write \"\(meant)\" instead")
  }

  static func oldNot(
    _ sign: Character, before tag: String, in text: String, at range: Range<Int>
  ) -> Self {
    Self(
      in: text, at: range, "\"\(sign)\" is not an operator",
      remedy: "Write \"not \(tag)\" instead")
  }

  static func comma(in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "A comma does not combine tags",
      remedy: "Write \"or\" instead for scenarios that have either tag, \"and\" for those with both"
    )
  }

  static func unopened(in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no \"(\" for this \")\"",
      remedy: "Remove the \")\", or write a \"(\" where its group begins")
  }

  static func unclosed(in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no \")\" for this \"(\"",
      remedy: "Remove the \"(\", or write a \")\" where its group ends")
  }

  static func emptyTag(in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no name behind \"@\"",
      remedy: "Write a tag's name there, such as \"@smoke\"")
  }

  static func escape(_ escape: String, in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "\"\(escape)\" escapes nothing",
      remedy: "Write \"\\\\\" for a backslash; only \"(\", \")\", \"\\\" and a blank can be escaped"
    )
  }
}
