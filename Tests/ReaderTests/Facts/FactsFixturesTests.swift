import Foundation
import ReaderApp
import Testing

@Suite("The fixtures of the facts stories")
struct FactsFixturesTests {
  @Test func `the fact fixture contains the fact about Quick`() async throws {
    let fact = try await FactsService(transport: StubTransport(fixture("info.json"))).loadFact()
    #expect(fact.infoText.hasPrefix("Quick и Nimble — это фреймворки"))
    #expect(fact.identifier == 123)
  }

  @Test(arguments: ["incomplete.json", "not-json.txt"])
  func `the facts service rejects the invalid fact fixtures`(name: String) async throws {
    let service = FactsService(transport: try StubTransport(fixture(name)))
    await #expect(throws: FactsServiceError.self) { try await service.loadFact() }
  }

  private func fixture(_ name: String) throws -> String {
    var folder = URL(filePath: #filePath)
    for _ in 1...4 { folder.deleteLastPathComponent() }
    return try String(
      contentsOf: folder.appending(path: "Scenarios/facts/fixtures/\(name)"), encoding: .utf8)
  }
}
