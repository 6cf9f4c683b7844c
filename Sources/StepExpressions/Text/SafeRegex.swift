import Foundation
import Synchronization

/// A compiled regular expression with a time limit, compiled once per process.
///
/// Modules share expressions, and `!matches` uses the same pattern in many scenarios. Without the
/// cache, the start of a command takes 5 % more instructions.
package struct SafeRegex: Sendable {
  /// An error that is thrown if a search takes too many steps or too much memory.
  package struct GaveUp: Error {}

  private let regex: NSRegularExpression

  /// The number of progress reports after which a search is stopped: about half a second of work.
  private static let reportLimit = 2_000

  private static let cache = Mutex<[String: NSRegularExpression]>([:])

  /// The number of patterns at which the cache is emptied.
  ///
  /// It bounds the memory of a process that generates patterns.
  private static let cacheSize = 10_000

  /// Compiles a pattern; `nil` if it is not a valid regular expression.
  package init?(_ pattern: String) {
    if let known = Self.cache.withLock({ $0[pattern] }) {
      regex = known
      return
    }
    guard let compiled = try? NSRegularExpression(pattern: pattern) else { return nil }
    regex = compiled
    Self.cache.withLock { cache in
      if cache.count >= Self.cacheSize { cache.removeAll() }
      cache[pattern] = compiled
    }
  }

  var groupCount: Int { regex.numberOfCaptureGroups }

  /// Returns the matches of the pattern in a text, up to a limit.
  package func matches(in text: String, limit: Int = .max) throws(GaveUp) -> [NSTextCheckingResult]
  {
    var results: [NSTextCheckingResult] = []
    var reports = 0
    var gaveUp = false
    regex.enumerateMatches(
      in: text, options: [.reportProgress, .reportCompletion],
      range: NSRange(location: 0, length: text.utf16.count)
    ) { result, flags, stop in
      if let result {
        results.append(result)
      } else {
        reports += 1
      }
      // The engine reports its own limits only as an internal error.
      gaveUp = gaveUp || reports > Self.reportLimit || flags.contains(.internalError)
      if gaveUp || results.count >= limit { stop.pointee = true }
    }
    guard !gaveUp else { throw GaveUp() }
    return results
  }
}
