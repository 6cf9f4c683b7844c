import Foundation
import Synchronization

/// A compiled regular expression that gives up when it takes too long, and that is compiled once
/// per process.
///
/// Modules register their steps anew for every scenario, so the same expressions come again and
/// again.
struct SafeRegex: Sendable {
  /// A search was given up because the regexp needs too many steps or too much memory for this
  /// text.
  struct GaveUp: Error {}

  private let regex: NSRegularExpression

  /// How many times the search may report its progress before it is stopped: around half a second
  /// of work.
  private static let patience = 2_000

  private static let cache = Mutex<[String: NSRegularExpression]>([:])

  /// Patterns beyond this number empty the cache, so that a process that makes them up can't fill
  /// its memory.
  private static let cacheSize = 10_000

  /// Compiles a pattern; `nil` where it is no regular expression.
  init?(_ pattern: String) {
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

  /// How many capture groups the pattern has.
  var groupCount: Int { regex.numberOfCaptureGroups }

  /// The matches of the pattern in a text, at most `limit`.
  func matches(in text: String, limit: Int = .max) throws(GaveUp) -> [NSTextCheckingResult] {
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
      // The engine has limits of its own, of which it says no more than that there was an error.
      gaveUp = gaveUp || reports > Self.patience || flags.contains(.internalError)
      if gaveUp || results.count >= limit { stop.pointee = true }
    }
    guard !gaveUp else { throw GaveUp() }
    return results
  }
}
