import Foundation

/// A parameter type's regexp, adapted for use within a larger pattern.
struct CapturePattern {
  /// The regexp with numbered groups instead of named ones.
  ///
  /// A pattern can use a group name only once, but an expression can use a parameter type twice.
  private(set) var pattern = ""

  let groupCount: Int

  /// Whether the first match in the sample is surely the whole sample.
  ///
  /// Compiling an anchored regexp to be certain would slow down every start of a command.
  let matchesSample: Bool

  init(_ regexp: String, of typeName: String, sample: String?) throws(ParameterType.Problem) {
    guard !regexp.isEmpty else { throw .emptyRegexp(of: typeName) }
    pattern = try Self.numberingGroups(of: regexp, typeName: typeName)
    // A trailing comment would swallow the end of the group that the regexp becomes.
    guard let group = SafeRegex("(\(pattern))"),
      Self.isBalanced(pattern) || SafeRegex(pattern) != nil
    else { throw .invalidRegexp(regexp, of: typeName) }
    groupCount = group.groupCount - 1
    let match = sample.flatMap { try? group.matches(in: $0, limit: 1).first }
    matchesSample = match.map { $0.range.length == sample?.utf16.count } ?? false
  }

  /// Returns whether a regexp that is valid as a group is surely valid alone, unlike `a)|(b`.
  ///
  /// Compiling it once more would take 3 % of the instructions of the start of a command.
  private static func isBalanced(_ pattern: String) -> Bool {
    var (depth, rest) = (0, Substring(pattern).utf8)
    while let byte = rest.popFirst() {
      switch byte {
      // Parentheses may be quoted, in a class, or in a comment.
      case UInt8(ascii: "["), UInt8(ascii: "#"): return false
      case UInt8(ascii: "\\"): if rest.popFirst() == UInt8(ascii: "Q") { return false }
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if depth < 0 { return false }
    }
    return true
  }

  /// Returns whether a regexp may have names of groups, backreferences or quotations.
  ///
  /// Few have, and to copy the others scalar by scalar would take a tenth of a command's start.
  private static func needsNumbering(_ regexp: String) -> Bool {
    var last: UInt8 = 0
    for byte in regexp.utf8 {
      switch (last, byte) {
      case (UInt8(ascii: "?"), UInt8(ascii: "<")),
        (UInt8(ascii: "\\"), UInt8(ascii: "1")...UInt8(ascii: "9")),
        (UInt8(ascii: "\\"), UInt8(ascii: "k")), (UInt8(ascii: "\\"), UInt8(ascii: "Q")):
        return true
      case (UInt8(ascii: "\\"), UInt8(ascii: "\\")): last = 0
      default: last = byte
      }
    }
    return last == UInt8(ascii: "\\")
  }

  private static func numberingGroups(
    of regexp: String, typeName: String
  ) throws(ParameterType.Problem) -> String {
    guard needsNumbering(regexp) else { return regexp.composed }
    var result = String.UnicodeScalarView()
    var rest = Substring(regexp.composed).unicodeScalars
    var classDepth = 0
    while let scalar = rest.popFirst() {
      result.append(scalar)
      switch scalar {
      case "\\":
        guard let escaped = rest.popFirst() else { break }
        if classDepth == 0, ("1"..."9").contains(escaped) || escaped == "k" {
          throw .backreference("\\\(escaped)", in: regexp, of: typeName)
        }
        result.append(escaped)
        if escaped == "Q" { moveQuotation(from: &rest, to: &result) }
      case "[": classDepth += 1
      case "]": classDepth = max(0, classDepth - 1)
      case "(" where classDepth == 0: dropGroupName(from: &rest)
      default: break
      }
    }
    return String(result)
  }

  /// Moves text that is quoted with `\Q…\E`.
  private static func moveQuotation(
    from rest: inout Substring.UnicodeScalarView, to result: inout String.UnicodeScalarView
  ) {
    while let scalar = rest.popFirst() {
      result.append(scalar)
      if scalar == "\\", rest.first == "E" { return }
    }
  }

  /// Removes `?<name>` after a parenthesis, but keeps the lookbehinds `?<=` and `?<!`.
  private static func dropGroupName(from rest: inout Substring.UnicodeScalarView) {
    guard rest.starts(with: "?<".unicodeScalars), let first = rest.dropFirst(2).first,
      first.properties.isAlphabetic, let end = rest.firstIndex(of: ">")
    else { return }
    rest = rest[rest.index(after: end)...]
  }
}
