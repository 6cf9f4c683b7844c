import ScenarioKit
import Testing

@testable import ScenarioHTTP

@Suite("Addresses and forms of requests")
struct RequestTargetTests {
  @Test func `a form with tens of thousands of fields is read without a search for each`() {
    let form = (0..<50_000).map { "field\($0)=\($0)" }.joined(separator: "&") + "&field7=again"
    let pairs = RequestTarget.pairs(of: form[...])
    var value = Value.absent
    // A search for each field takes minutes.
    let time = ContinuousClock().measure { value = RequestTarget.mapping(of: pairs) }
    #expect(time < .seconds(10))
    #expect(value["field49999"] == "49999")
    #expect(value["field7"] == ["7", "again"])
  }
}
