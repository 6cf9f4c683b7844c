import ScenarioHTTP
import ScenarioLanguage
import ScenarioResults

/// The requests of a step that have no answer in the story, each once.
struct UnansweredRequests {
  private let transport: FakeTransport
  private var reported: Set<FakeTransport.Request> = []

  /// The requests as failures, in order.
  private(set) var failures: [Failure] = []

  init(to transport: FakeTransport) { self.transport = transport }

  /// Adds the requests that the app has sent since the last call.
  ///
  /// - Parameters:
  ///   - now: The time of requests that do not have their own.
  ///   - location: Returns the location of the step that caused a request.
  mutating func takeIn(now: Duration, at location: (FakeTransport.Unexpected) -> Location) {
    let requests = transport.takeUnexpected()
    guard !requests.isEmpty else { return }
    for unexpected in requests where reported.insert(unexpected.request).inserted {
      var failure = Failure(
        unexpected.message, at: location(unexpected), details: unexpected.hints,
        time: unexpected.time ?? now)
      failure.unansweredRequest = unexpected.hasStub ? nil : unexpected.request.line
      failures.append(failure)
    }
  }
}
