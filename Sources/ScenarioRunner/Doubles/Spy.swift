import Simulation
import Synchronization

/// Records the calls that a double receives, with their arguments and times.
///
///     final class ViewSpy: FactsView {
///       let alerts = Spy<Void>("an error alert was shown")
///       func showLoadFailedAlert() { alerts.record(()) }
///     }
public final class Spy<Arguments: Sendable>: Sendable {
  /// What a call means, as people say it: `the screen was updated`.
  public let name: String

  /// Which part of the app's surroundings it stands in for, such as `view`.
  public let participant: String

  private let recorded = Mutex<[(arguments: Arguments, time: Duration?)]>([])

  /// Creates a spy without calls.
  ///
  /// - Parameters:
  ///   - name: What a call means, as people say it.
  ///   - participant: Which part of the app's surroundings it stands in for; reports draw the calls
  ///     of each on a line of its own. `view` unless given.
  public init(_ name: String, of participant: String = "view") {
    self.name = name
    self.participant = participant
  }

  /// Records a call.
  public func record(_ arguments: Arguments) {
    let text = words(for: arguments)
    Simulation.note(
      text.isEmpty ? name : "\(name): \(text)", topic: Topic.call(of: participant))
    let time = Simulation.timeOfCaller
    recorded.withLock { $0.append((arguments, time)) }
  }

  /// The arguments of all calls so far, in order.
  public var calls: [Arguments] { recorded.withLock { $0.map(\.arguments) } }

  /// Checks how many calls there were.
  ///
  /// - Throws: ``CheckFailure`` with a list of the calls if there were more or fewer.
  public func expect(count: Int) throws(CheckFailure) {
    let calls = recorded.withLock { $0 }
    guard calls.count != count else { return }
    throw CheckFailure(
      "\(name) \(Self.times(calls.count)), not \(count)",
      details: calls.enumerated().map { index, call in
        let time = call.time.map { "at \(StoryTimeText.offset($0))" } ?? ""
        let parts = [time, words(for: call.arguments)].filter { !$0.isEmpty }
        return parts.isEmpty
          ? "\(index + 1)." : "\(index + 1). \(parts.joined(separator: "  "))"
      })
  }

  private func words(for arguments: Arguments) -> String {
    if arguments is Void { return "" }
    if let value = arguments as? any Encodable, let shown = try? ValueEncoder().encode(value) {
      return shown.description
    }
    return "\(arguments)"
  }

  private static func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }
}
