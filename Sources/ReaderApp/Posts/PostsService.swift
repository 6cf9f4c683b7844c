import Foundation
import HTTPTypes

/// A service that sends posts to the server and loads the list of posts.
public struct PostsService: Sendable {
  private let transport: any Transport

  /// Creates a service with a transport.
  public init(transport: any Transport) {
    self.transport = transport
  }

  /// Adds a message to the author's wall.
  ///
  /// - Throws: ``PostsServiceError`` for a status that does not mean success; the errors of the
  ///   transport.
  public func addPost(message: String) async throws {
    let body = try JSONEncoder().encode(["message": message])
    _ = try await send(.post, body: body)
  }

  /// Loads the posts on the wall, in the server's order.
  ///
  /// - Throws: ``PostsServiceError`` for a response without posts; the errors of the transport.
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

/// The error for a response that the app can't use.
public enum PostsServiceError: Error {
  /// The server responded with a status that does not mean success.
  case badStatus(Int)

  /// The body can't be decoded as posts; the value is the decoding error.
  case malformedBody(any Error)
}

extension PostsServiceError {
  /// Returns what a screen shows for an error while a post was sent.
  package static func words(for error: any Error) -> String {
    switch error {
    case let error as URLError where error.code == .notConnectedToInternet:
      "You are not connected to the internet."
    case PostsServiceError.badStatus(let status):
      "The server did not take the post (\(status))."
    default: "The post could not be sent."
    }
  }
}
