import Foundation
import HTTPTypes

/// The work that the users scene's interactor delegates.
public protocol UsersWorkingLogic: Sendable {
  /// Fetches all users, in the order in which they are shown.
  ///
  /// - Throws: The error that prevented the fetch.
  func fetchUsers() async throws -> [User]
}

/// A worker that fetches users from the server.
public struct UsersWorker: UsersWorkingLogic {
  private let transport: any Transport

  /// Creates a worker with a transport.
  public init(transport: any Transport) {
    self.transport = transport
  }

  /// Fetches all users, in the server's order.
  ///
  /// - Throws: `UsersWorkerError` for a response without users; the errors of the transport.
  public func fetchUsers() async throws -> [User] {
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "users.example", path: "/users",
      headerFields: [.accept: "application/json"])
    let (response, body) = try await transport.send(request, body: nil)
    guard response.status.kind == .successful else {
      throw UsersWorkerError.badStatus(response.status.code)
    }
    do {
      return try JSONDecoder().decode([User].self, from: body)
    } catch {
      throw UsersWorkerError.malformedBody(error)
    }
  }
}

/// The error for a response without users.
public enum UsersWorkerError: Error {
  /// The server responded with a status that does not mean success.
  case badStatus(Int)

  /// The body can't be decoded as a list of users; the value is the decoding error.
  case malformedBody(any Error)
}
