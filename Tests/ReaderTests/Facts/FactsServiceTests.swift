import Foundation
import HTTPTypes
import ReaderApp
import Testing

@Suite("The facts service")
struct FactsServiceTests {
  @Test func `the facts service reads a fact's UTC date to the millisecond`() async throws {
    let fact = try await FactsService(transport: StubTransport(factJSON())).loadFact()
    #expect(fact.infoText == "Bees can count.")
    #expect(fact.identifier == 123)
    #expect(abs(fact.creationDate.timeIntervalSince1970 - 1_632_306_756.917) < 0.000_001)
  }

  @Test(arguments: [200, 201, 299]) func `the facts service accepts a fact with any success status`(
    status: Int
  ) async throws {
    let transport = StubTransport(factJSON(), status: HTTPResponse.Status(code: status))
    #expect(try await FactsService(transport: transport).loadFact().identifier == 123)
  }

  @Test(arguments: [100, 199, 300, 304, 404, 500, 503, 999])
  func `the facts service rejects any status other than success`(
    status: Int
  ) async throws {
    let transport = StubTransport(factJSON(), status: HTTPResponse.Status(code: status))
    let error = await #expect(throws: FactsServiceError.self) {
      try await FactsService(transport: transport).loadFact()
    }
    guard case .badStatus(status) = error else {
      Issue.record("not the error of a status: \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "", "null", "[]", "not JSON", "{",
    #"{ "infoText": "x", "creationDate": "2021-09-22T10:32:36" }"#,
    #"{ "infoText": "x", "identifier": "123", "creationDate": "2021-09-22T10:32:36" }"#,
    #"{ "infoText": null, "identifier": 123, "creationDate": "2021-09-22T10:32:36" }"#,
    #"{ "infoText": "x", "identifier": 1e99, "creationDate": "2021-09-22T10:32:36" }"#,
    factJSON(date: "yesterday"),
  ])
  func `the facts service rejects an invalid body and keeps the decoding error`(body: String)
    async throws
  {
    let error = await #expect(throws: FactsServiceError.self) {
      try await FactsService(transport: StubTransport(body)).loadFact()
    }
    guard case .malformedBody(let reason) = error else {
      Issue.record("not the error of a body: \(String(describing: error))")
      return
    }
    #expect(reason is DecodingError)
  }

  @Test func `the facts service reports an unreadable date with its key and text`() async throws {
    let error = await #expect(throws: FactsServiceError.self) {
      try await FactsService(transport: StubTransport(factJSON(date: "soon"))).loadFact()
    }
    guard case .malformedBody(DecodingError.dataCorrupted(let context)) = error else {
      Issue.record("not the error of a value: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["creationDate"])
    #expect(context.debugDescription == #""soon" is not a date such as 2021-09-22T10:32:36.917"#)
  }

  @Test func `the facts service rethrows the transport's errors`() async throws {
    let service = FactsService(transport: StubTransport(failing: .timedOut))
    await #expect(throws: URLError(.timedOut)) { try await service.loadFact() }
  }
}
