import ScenarioHTTP
import ScenarioLanguage

/// The requests of a step that the story gives no answer for, each once.
struct UnansweredRequests {
  private let transport: FakeTransport
  private var told: Set<FakeTransport.Request> = []

  /// They as failures, in order.
  private(set) var failures: [Failure] = []

  init(to transport: FakeTransport) { self.transport = transport }

  /// Takes in those that the app has sent since the last time.
  ///
  /// - Parameters:
  ///   - now: When they were sent, for those that don't know.
  ///   - place: Where the story made the app send one.
  mutating func takeIn(now: Duration, at place: (FakeTransport.Unexpected) -> Place) {
    let requests = transport.takeUnexpected()
    guard !requests.isEmpty else { return }
    for unexpected in requests where told.insert(unexpected.request).inserted {
      failures.append(
        Failure(
          unexpected.message, at: place(unexpected), details: unexpected.remedies,
          time: unexpected.time ?? now))
    }
  }
}
