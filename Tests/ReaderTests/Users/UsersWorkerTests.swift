import Foundation
import HTTPTypes
import ReaderApp
import Testing

@Suite("The users worker")
struct UsersWorkerTests {
  private let body = #"[{ "id": 1, "name": "Ivan", "username": "ivan91", "age": 30 }]"#

  @Test(arguments: [200, 203, 299]) func `the users worker accepts users with any success status`(
    status: Int
  ) async throws {
    let transport = StubTransport(body, status: HTTPResponse.Status(code: status))
    let users = try await UsersWorker(transport: transport).fetchUsers()
    #expect(users == [User(id: 1, name: "Ivan", username: "ivan91")])
  }

  @Test(arguments: [100, 199, 300, 304, 404, 500])
  func `the users worker rejects any status other than success`(
    status: Int
  ) async throws {
    let transport = StubTransport(body, status: HTTPResponse.Status(code: status))
    let error = await #expect(throws: UsersWorkerError.self) {
      try await UsersWorker(transport: transport).fetchUsers()
    }
    guard case .badStatus(status) = error else {
      Issue.record("not the error of a status: \(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "", "null", "{}", "[", "[1]", #"[{ "id": "1", "name": "Ivan", "username": "ivan91" }]"#,
    #"[{ "id": 1, "name": null, "username": "ivan91" }]"#, #"[{ "id": 1, "name": "Ivan" }]"#,
  ])
  func `the users worker rejects an invalid body and keeps the decoding error`(body: String)
    async throws
  {
    let error = await #expect(throws: UsersWorkerError.self) {
      try await UsersWorker(transport: StubTransport(body)).fetchUsers()
    }
    guard case .malformedBody(let reason) = error else {
      Issue.record("not the error of a body: \(String(describing: error))")
      return
    }
    #expect(reason is DecodingError)
  }

  @Test func `the users worker rethrows the transport's errors`() async throws {
    let worker = UsersWorker(transport: StubTransport(failing: .timedOut))
    await #expect(throws: URLError(.timedOut)) { try await worker.fetchUsers() }
  }
}
