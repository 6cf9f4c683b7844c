/// A timer of the app that is still set when everything else has ended, and would fire for ever or
/// long after the end.
package final class LastingTimer: Sendable {
  /// The ways to set a timer.
  package enum Kind: Sendable {
    /// A `Timer` of the main run loop.
    case loop
    /// A `DispatchSourceTimer`.
    case source
    /// `DispatchQueue.asyncAfter`.
    case after
  }

  package let kind: Kind

  /// The first moment at which it fires, counted from the start.
  package let instant: Duration

  /// The time between two moments; `nil` if it fires once.
  package let interval: Duration?

  /// The label of the work that set it; `nil` if this was a detached task.
  package let label: WorkLabel?

  /// The app's functions that set it.
  package let callStack: CallStack

  /// Whether its module permits it to last.
  let isPermitted: Bool

  init(
    _ kind: Kind, at instant: Duration, every interval: Duration?, label: WorkLabel?,
    permittedFor functions: Set<String>
  ) {
    (self.kind, self.instant) = (kind, instant)
    (self.interval, self.label) = (interval, label)
    callStack = CallStack(on: nil)
    isPermitted =
      !functions.isEmpty && callStack.frames.contains { functions.contains($0.function) }
  }
}
