import Synchronization

/// A regular expression whose pattern is written and compiled on first use.
///
/// Compiling eagerly costs 0.6 % more instructions in planning, and 1.4 % at the start of a
/// command.
///
/// If two threads use it first at the same time, both compile it and one result is kept.
final class LateRegex: Sendable {
  private let pattern: @Sendable () -> String
  private let compiled = AtomicLazyReference<SafeRegex>()

  init(_ pattern: @escaping @Sendable () -> String) { self.pattern = pattern }

  /// The compiled expression; `nil` if the pattern is invalid or memory is exhausted.
  var value: SafeRegex? { compiled.load() ?? SafeRegex(pattern()).map { compiled.storeIfNil($0) } }
}
