import Foundation
import HTTPTypes

/// What the users scene's interactor has others do.
public protocol UsersWorkingLogic: Sendable {
  /// Fetches all users, in the order in which they are to be shown.
  ///
  /// - Throws: Whatever keeps them from being fetched.
  func fetchUsers() async throws -> [User]
}

/// Gets users from the server.
public struct UsersWorker: UsersWorkingLogic {
  private let transport: any Transport

  /// Creates a worker that asks through a transport.
  public init(transport: any Transport) {
    self.transport = transport
  }

  /// Fetches all users, in the server's order.
  ///
  /// - Throws: `UsersWorkerError` for a response without users; the transport's own errors.
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

/// Why a response holds no users.
public enum UsersWorkerError: Error {
  /// The server answered with this status, which isn't one of success.
  case badStatus(Int)

  /// The body is no list of users, for the reason that decoding it gave.
  case malformedBody(any Error)
}
