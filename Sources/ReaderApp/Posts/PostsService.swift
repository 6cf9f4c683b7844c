import Foundation
import HTTPTypes

/// Knows where posts go to and where the list of them comes from.
public struct PostsService: Sendable {
  private let transport: any Transport

  /// Creates a service that asks through a transport.
  public init(transport: any Transport) {
    self.transport = transport
  }

  /// Puts a message onto the author's wall.
  ///
  /// - Throws: ``PostsServiceError`` for a status that isn't one of success; the transport's own
  ///   errors.
  public func addPost(message: String) async throws {
    let body = try JSONEncoder().encode(["message": message])
    _ = try await send(.post, body: body)
  }

  /// Loads the posts on the wall, in the server's order.
  ///
  /// - Throws: ``PostsServiceError`` for a response without posts; the transport's own errors.
  public func loadPosts() async throws -> [Post] {
    let body = try await send(.get, body: nil)
    do {
      return try JSONDecoder().decode(Response.self, from: body).data
    } catch {
      throw PostsServiceError.malformedBody(error)
    }
  }

  private struct Response: Decodable {
    var data: [Post]
  }

  private func send(_ method: HTTPRequest.Method, body: Data?) async throws -> Data {
    var fields: HTTPFields = [.accept: "application/json"]
    if body != nil { fields[.contentType] = "application/json" }
    let request = HTTPRequest(
      method: method, scheme: "https", authority: "graph.example.com", path: "/me/feed",
      headerFields: fields)
    let (response, answer) = try await transport.send(request, body: body)
    guard response.status.kind == .successful else {
      throw PostsServiceError.badStatus(response.status.code)
    }
    return answer
  }
}

/// Why the server's answer is none that the app can use.
public enum PostsServiceError: Error {
  /// The server answered with this status, which isn't one of success.
  case badStatus(Int)

  /// The body holds no posts, for the reason that decoding it gave.
  case malformedBody(any Error)
}
