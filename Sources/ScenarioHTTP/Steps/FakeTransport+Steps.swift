import ScenarioKit

extension FakeTransport: TestDouble {
  /// The steps of ``Steps/streamingServer``, which include those of ``Steps/server``.
  @MainActor public static var namedSteps: [(name: String, steps: Steps)] {
    [("Steps.server", .server), ("Steps.streamingServer", .streamingServer)]
  }
}
