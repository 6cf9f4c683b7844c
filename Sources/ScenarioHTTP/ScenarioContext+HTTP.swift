import ScenarioKit

extension ScenarioContext {
  /// The server of the scenario: a transport that returns the answers that the story defines.
  public var transport: FakeTransport { double(FakeTransport.self) }

  /// The resources for a live scenario; `nil` in a simulation, where everything outside of the app
  /// is a double.
  public var live: LiveSurroundings? { resource(LiveSurroundings.self) }
}
