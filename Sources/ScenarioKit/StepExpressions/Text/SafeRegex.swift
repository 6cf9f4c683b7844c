import DisplayText
import Foundation

/// A compiled regular expression with a time limit, compiled once per process.
///
/// Modules share expressions, and `!matches` uses the same pattern in many scenarios. Without the
/// cache, the start of a command takes 5 % more instructions.
package final class SafeRegex: Sendable {
  private let regex: NSRegularExpression

  /// The number of progress reports after which a search is stopped: about half a second of work.
  private static let reportLimit = 2_000

  private static let cache = Cache<String, NSRegularExpression?>()

  /// Compiles a pattern; `nil` if it is not a valid regular expression.
  package init?(_ pattern: String) {
    let regex = Self.cache.value(of: pattern) {
      try? NSRegularExpression(pattern: SafeRegex.endingAtEnd(pattern))
    }
    guard let regex else { return nil }
    self.regex = regex
  }

  /// Returns a pattern in which `$` is the end of the text.
  ///
  /// For the engine, it is also the place before a line break at the end. A pattern with the flag
  /// `m`, such as `(?m)^a$`, keeps it as the end of each line.
  private static func endingAtEnd(_ pattern: String) -> String {
    guard pattern.utf8.contains(UInt8(ascii: "$")) else { return pattern }
    // Quotations, comments, escaped characters, and classes, in which a first ] is a character.
    let literal =
      #/
      (\\Q.*?(?:\\E|$)|\(\?\#[^)]*\)|\\.
        |\[\^?\]?(?:\\Q.*?\\E|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[^\[\]\\])*\])|\$
      /#
    // Without what only looks like a flag, such as the m of \(?mobile.
    let code = pattern.replacing(literal.dotMatchesNewlines()) { $0.1 == nil ? "$" : "" }
    guard !code.contains(/\(\?[a-z]*m[a-z]*[-:)]/) else { return pattern }
    return pattern.replacing(literal.dotMatchesNewlines()) { $0.1 ?? "(?:\\z)" }
  }

  var groupCount: Int { regex.numberOfCaptureGroups }

  /// Returns the texts that the pattern matches, without empty ones; none if a search takes too
  /// long, since suggestions are optional and matching reports the problem.
  func ranges(in text: String) -> [Range<String.Index>] {
    (matches(in: text) ?? []).compactMap { Range($0.range, in: text) }.filter { !$0.isEmpty }
  }

  /// Returns the matches of the pattern in a text, up to a limit; `nil` if the search takes too many
  /// steps or too much memory.
  package func matches(in text: String, limit: Int = .max) -> [NSTextCheckingResult]? {
    var results: [NSTextCheckingResult] = []
    var reports = 0
    var gaveUp = false
    regex.enumerateMatches(
      in: text, options: [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if let result { results.append(result) } else { reports += 1 }
      // The engine reports its own limits only as an internal error.
      gaveUp = gaveUp || reports > Self.reportLimit || flags.contains(.internalError)
      if gaveUp || results.count >= limit { stop.pointee = true }
    }
    return gaveUp ? nil : results
  }
}
