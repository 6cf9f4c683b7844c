import ScenarioKit
import Testing

@testable import ScenarioHTTP

@Suite("Addresses and forms of requests")
struct RequestTargetTests {
  @Test func `a form with tens of thousands of fields is read without a search for each`() {
    let form = (0..<50_000).map { "field\($0)=\($0)" }.joined(separator: "&") + "&field7=again"
    // A search for each field would take minutes.
    let value = RequestTarget.mapping(of: RequestTarget.pairs(of: form[...]))
    #expect(value["field49999"] == "49999")
    #expect(value["field7"] == ["7", "again"])
  }
}
