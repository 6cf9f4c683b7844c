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
    guard !regexp.isEmpty else {
      throw .init(
        "A regexp of the parameter type '{\(typeName)}' is empty",
        hint: "Write a pattern that matches its text, such as '[a-z]+'", of: typeName)
    }
    pattern = try Self.numberingGroups(of: regexp, typeName: typeName)
    // A trailing comment or quotation would swallow the end of the group that the regexp becomes.
    guard let regex = SafeRegex(pattern),
      !Self.isUnusual(regexp) || SafeRegex("(\(pattern))") != nil
    else {
      throw .init(
        "The regexp '\(regexp)' of the parameter type '{\(typeName)}' is invalid",
        hint: "Check for an unmatched bracket, or for a '*' or '+' with nothing before it",
        of: typeName)
    }
    groupCount = regex.groupCount
    let match = sample.flatMap { regex.matches(in: $0, limit: 1)?.first }
    matchesSample = match.map { $0.range.length == sample?.utf16.count } ?? false
  }

  /// Returns whether a regexp may have comments, names of groups, backreferences or quotations.
  ///
  /// Few have, and to copy the others scalar by scalar would take a tenth of a command's start.
  private static func isUnusual(_ regexp: String) -> Bool {
    var last: UInt8 = 0
    for byte in regexp.utf8 {
      switch (last, byte) {
      case (_, UInt8(ascii: "#")), (UInt8(ascii: "?"), UInt8(ascii: "<")),
        (UInt8(ascii: "\\"), UInt8(ascii: "1")...UInt8(ascii: "9")),
        (UInt8(ascii: "\\"), UInt8(ascii: "k")), (UInt8(ascii: "\\"), UInt8(ascii: "Q")):
        return true
      default: last = byte
      }
    }
    return last == UInt8(ascii: "\\")
  }

  private static func numberingGroups(
    of regexp: String, typeName: String
  ) throws(ParameterType.Problem) -> String {
    guard isUnusual(regexp) else { return regexp.composed }
    var result = String.UnicodeScalarView()
    var rest = Substring(regexp.composed).unicodeScalars
    var classDepth = 0
    while let scalar = rest.popFirst() {
      result.append(scalar)
      switch scalar {
      case "\\":
        guard let escaped = rest.popFirst() else { break }
        if classDepth == 0, ("1"..."9").contains(escaped) || escaped == "k" {
          throw .init(
            "The regexp '\(regexp)' of the parameter type '{\(typeName)}' refers back to a group",
            hint: "Write out the pattern of '\\\(escaped)', "
              + "because each expression renumbers its groups", of: typeName)
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
