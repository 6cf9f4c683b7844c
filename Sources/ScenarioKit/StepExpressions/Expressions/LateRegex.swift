import Synchronization

/// A regular expression whose pattern is written and compiled on first use.
///
/// Compiling eagerly costs 0.6 % more instructions in planning, and 1.4 % at the start of a
/// command.
///
/// If two threads use it first at the same time, both compile it and one result is kept.
final class LateRegex: Sendable {
  private final class Compiled: Sendable {
    let regex: SafeRegex

    init(_ regex: SafeRegex) { self.regex = regex }
  }

  private let pattern: @Sendable () -> String
  private let compiled = AtomicLazyReference<Compiled>()

  init(_ pattern: @escaping @Sendable () -> String) { self.pattern = pattern }

  /// The compiled expression; `nil` if the pattern is invalid or memory is exhausted.
  var value: SafeRegex? {
    if let compiled = compiled.load() { return compiled.regex }
    return SafeRegex(pattern()).map { compiled.storeIfNil(Compiled($0)).regex }
  }
}
