import DisplayText

extension TagExpression {
  /// The reason why an expression is invalid, with a hint.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expression as written.
    public let text: String

    /// The columns of the problem, counted in characters from 1; never empty.
    public let columns: Range<Int>

    /// The problem: one sentence without a full stop.
    public let message: String

    /// A suggested fix: one sentence without a full stop.
    public let hint: String

    private init(in text: String, at range: Range<Int>, _ message: String, hint: String) {
      self.text = text
      self.columns = range.lowerBound + 1..<range.upperBound + 1
      self.message = message
      self.hint = hint
    }

    /// The problem and its location, on several lines.
    public var description: String {
      // Marks are counted in scalars, columns in characters.
      let characters = Array(text)
      func scalars(_ count: Int) -> Int {
        characters.prefix(count).reduce(0) { $0 + $1.unicodeScalars.count }
      }
      return """
        This tag expression has a problem at column \(columns.lowerBound):

        \(MarkedText(text, marking: scalars(columns.lowerBound - 1)..<scalars(columns.upperBound - 1)))
        \(message).
        \(hint).
        """
    }
  }
}

extension TagExpression.Problem {
  static func missingTag(before token: String, in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no tag before \"\(token)\"",
      hint: "Write a tag on both sides of \"\(token)\", such as \"smoke \(token) slow\"")
  }

  static func missingTag(
    between last: String, and token: String, in text: String, at range: Range<Int>
  ) -> Self {
    Self(
      in: text, at: range, "There is no tag between \"\(last)\" and \"\(token)\"",
      hint: "Write a tag there, or remove one of the two")
  }

  static func operatorAtEnd(_ token: String, in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no tag after \"\(token)\"",
      hint: "Write a tag there, or remove \"\(token)\"")
  }

  static func missingOperator(
    between last: String, and token: String, in text: String, at range: Range<Int>
  ) -> Self {
    Self(
      in: text, at: range, "There is no operator between \"\(last)\" and \"\(token)\"",
      hint: "Write \"and\" there for scenarios that have both, \"or\" for those that have either")
  }

  static func notAnOperator(
    _ token: String, in text: String, at range: Range<Int>, meant: String
  ) -> Self {
    Self(
      in: text, at: range, "\"\(token)\" is not an operator", hint: "Write \"\(meant)\" instead")
  }

  static func oldNot(
    _ sign: Character, before tag: String, in text: String, at range: Range<Int>
  ) -> Self {
    Self(
      in: text, at: range, "\"\(sign)\" is not an operator",
      hint: "Write \"not \(tag)\" instead")
  }

  static func comma(in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "A comma does not combine tags",
      hint: "Write \"or\" instead for scenarios that have either tag, \"and\" for those with both"
    )
  }

  static func unopened(in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no \"(\" for this \")\"",
      hint: "Remove the \")\", or write a \"(\" where its group begins")
  }

  static func unclosed(in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no \")\" for this \"(\"",
      hint: "Remove the \"(\", or write a \")\" where its group ends")
  }

  static func emptyTag(in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "There is no name after \"@\"",
      hint: "Write a tag's name there, such as \"@smoke\"")
  }

  static func escape(_ escape: String, in text: String, at range: Range<Int>) -> Self {
    Self(
      in: text, at: range, "\"\(escape)\" escapes nothing",
      hint: "Write \"\\\\\" for a backslash; only \"(\", \")\", \"\\\" and a space can be escaped"
    )
  }
}
