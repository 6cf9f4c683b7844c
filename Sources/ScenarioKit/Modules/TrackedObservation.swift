import Observation
import ScenarioLanguage
import Synchronization

/// The values of an observation that may change only with an announcement, in one scenario.
@MainActor
final class TrackedObservation {
  /// The value at the subscription, which a view would still show; `nil` without a subscription.
  private var shown: Value?
  private var announcement = Announcement()

  /// Whether the model has announced a change since the subscription.
  private final class Announcement: Sendable { let hasCome = Atomic(false) }

  /// Reads the current value, and subscribes to its changes unless it is subscribed already.
  ///
  /// - Throws: The error of the closure, which ends the subscription; a failure if the value has
  ///   changed without an announcement.
  func value(of sentence: String, _ read: () throws -> Value) throws -> Value {
    guard let shown, !announcement.hasCome.load(ordering: .sequentiallyConsistent) else {
      return try subscribe(read)
    }
    self.shown = nil
    let value = try read()
    self.shown = shown
    guard value == shown else {
      throw CheckFailure(
        "\"\(sentence)\" changed from \(shown) to \(value), but its model announced no change",
        details: [
          "A view of this model would still show \(shown).",
          "Remove @ObservationIgnored from the property, or make its class @Observable.",
        ] as [Message])
    }
    return value
  }

  private func subscribe(_ read: () throws -> Value) throws -> Value {
    let announcement = Announcement()
    self.announcement = announcement
    shown = nil
    let result = withObservationTracking {
      Result { try read() }
    } onChange: {
      announcement.hasCome.store(true, ordering: .sequentiallyConsistent)
    }
    let value = try result.get()
    shown = value
    return value
  }
}
