import Synchronization

/// A regular expression that is compiled when somebody needs it first.
///
/// Two threads that are the first both compile it, and one is kept.
final class LateRegex: Sendable {
  private final class Compiled: Sendable {
    let regex: SafeRegex

    init(_ regex: SafeRegex) { self.regex = regex }
  }

  private let pattern: String
  private let compiled = AtomicLazyReference<Compiled>()

  init(_ pattern: String) { self.pattern = pattern }

  /// The expression; `nil` where the pattern is none, or where memory is missing.
  var value: SafeRegex? {
    if let compiled = compiled.load() { return compiled.regex }
    return SafeRegex(pattern).map { compiled.storeIfNil(Compiled($0)).regex }
  }
}
