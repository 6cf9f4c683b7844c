import ScenarioKit

extension ScenarioContext {
  /// The server of the scenario: a transport that returns the answers that the story defines.
  public var transport: FakeTransport {
    if let transport = double(FakeTransport.self) { return transport }
    let transport = FakeTransport()
    set(transport)
    return transport
  }

  /// The resources for a live scenario; `nil` in a simulation, where everything outside of the app
  /// is a double.
  public var live: LiveSurroundings? { double(LiveSurroundings.self) }
}
