import DisplayText
import Simulation
import Synchronization

/// Records the calls that a double receives, with their arguments and times.
///
///     final class ViewSpy: FactsView {
///       let alerts = Spy<Void>("an error alert was shown")
///       func showLoadFailedAlert() { alerts.record(()) }
///     }
public final class Spy<Arguments: Sendable>: Sendable {
  /// The meaning of a call in plain words, such as `the screen was updated`.
  public let name: String

  /// The part of the app's surroundings that the double replaces, such as `view`.
  public let participant: String

  // Usable from inlined code, because unspecialized generic access takes longer than recording a
  // call.
  @usableFromInline struct Recorded {
    @usableFromInline var calls: [Arguments] = []
    @usableFromInline var times: [Duration?] = []
  }

  @usableFromInline let recorded = Mutex(Recorded())
  /// Whether the arguments are plain data that can't change, so that they can be formatted later.
  private let isKept = plainTypes.value(of: ObjectIdentifier(Arguments.self)) {
    PlainData.isMade(of: Arguments.self)
  }

  /// Creates a spy without calls.
  ///
  /// - Parameters:
  ///   - name: The meaning of a call in plain words.
  ///   - participant: The part of the app's surroundings that the double replaces, `view` by
  ///     default. Reports draw the calls of each participant on a separate line.
  public init(_ name: String, of participant: String = "view") {
    (self.name, self.participant) = (name, participant)
  }

  /// Records a call.
  @inlinable public func record(_ arguments: Arguments) {
    let time = Simulation.timeOfCaller
    if time != nil { note(arguments) }
    recorded.withLock { recorded in
      recorded.calls.append(arguments)
      recorded.times.append(time)
    }
  }

  /// Writes a call to the trace.
  @usableFromInline func note(_ arguments: Arguments) {
    // Other values may change later, so they are captured now.
    let known = isKept ? nil : words(of: arguments)
    let name = name
    Simulation.note(
      StoryEvent(
        .call(participant: participant),
        [name, (known ?? words(of: arguments))()].filter { !$0.isEmpty }.joined(separator: ": ")))
  }

  /// The arguments of all calls so far, in order.
  @inlinable public var calls: [Arguments] { recorded.withLock { $0.calls } }

  /// Checks the number of calls.
  ///
  /// - Throws: ``CheckFailure`` with a list of the calls if the number differs.
  @inlinable public func expect(count: Int) throws(CheckFailure) {
    guard recorded.withLock({ $0.calls.count }) != count else { return }
    throw failure(otherThan: count)
  }

  @usableFromInline func failure(otherThan count: Int) -> CheckFailure {
    let (calls, times) = recorded.withLock { ($0.calls, $0.times) }
    let details: [String] = zip(calls, times).enumerated().map { index, call in
      let time = call.1.map { "at \(StoryTimeText.offset($0))" } ?? ""
      let parts = [time, words(of: call.0)()].filter { !$0.isEmpty }
      return parts.isEmpty ? "\(index + 1)." : "\(index + 1). \(parts.joined(separator: "  "))"
    }
    var failure = CheckFailure(
      "\(name) \(counted(calls.count, "time")), not \(count)", details: details)
    failure.excess = CheckFailure.excess(of: calls.count, over: count)
    return failure
  }
}

/// A cache of which argument types of spies are plain data.
///
/// Without this cache, a run takes 3.3 % more instructions.
private let plainTypes = Cache<ObjectIdentifier, Bool>()

/// Captures the arguments of a call, and returns what formats them.
private func words<Arguments>(of arguments: Arguments) -> @Sendable () -> String {
  if Arguments.self == Void.self { return { "" } }
  if let value = arguments as? any Encodable, let shown = try? ValueEncoder().encode(value) {
    return { shown.description }
  }
  let text = "\(arguments)"
  return { text }
}
