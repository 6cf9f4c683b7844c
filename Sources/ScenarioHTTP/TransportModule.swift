import ScenarioKit

/// A module whose app talks to a server: its stories can say `the server answers …` and the like
/// without a word of Swift.
@MainActor
public protocol TransportModule: Module {
  /// The transport that the module gave to its app, usually the one of its `ScenarioContext`.
  var transport: FakeTransport { get }
}

extension ScenarioContext {
  /// The server of the scenario: a transport that answers what the story told it to.
  public var transport: FakeTransport {
    if let transport = double(FakeTransport.self) { return transport }
    let transport = FakeTransport()
    set(transport)
    return transport
  }

  /// What real parts need where the scenario runs live; `nil` in a simulation, where everything
  /// outside of the app is a double.
  public var live: LiveSurroundings? { double(LiveSurroundings.self) }
}
