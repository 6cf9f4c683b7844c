import HTTPTypes
import Testing

@testable import ScenarioCommands

@Suite("The recorder")
struct RecorderTests {
  private let recorder: ScenarioCommands.Recorder
  private let start = ContinuousClock.now

  init() throws {
    recorder = ScenarioCommands.Recorder(servers: [try RealServer("https://info-example.com")])
  }

  @Test func `a recording waits for requests after each act, not only after requests`() {
    let later = start + .seconds(60)
    #expect(recorder.isQuiet(since: start, at: later))
    #expect(!recorder.isQuiet(since: later - .milliseconds(50), at: later))
  }

  @Test func `a recording waits for a request that has not arrived, but not forever`() throws {
    var request = HTTPRequest(
      method: .get, scheme: "https", authority: "info-example.com", path: "/facts")
    request = try recorder.redirected(request, body: nil, port: 80)
    #expect(!recorder.isQuiet(since: start, at: .now + .seconds(4)))
    #expect(recorder.isQuiet(since: start, at: .now + .seconds(6)))
  }
}
