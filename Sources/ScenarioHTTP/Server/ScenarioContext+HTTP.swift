import ScenarioKit

extension ScenarioContext {
  /// The server of the scenario: a transport that returns the answers that the story defines.
  public var transport: FakeTransport { double(FakeTransport.self) }
}
