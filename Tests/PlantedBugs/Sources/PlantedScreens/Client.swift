import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The error for an answer whose status does not mean success.
struct ServerError: Error {
  var status: Int
}

/// Sends the requests of the services as JSON.
struct Client: Sendable {
  /// Returns the decoded answer to a request without a body.
  func get<Answer: Decodable>(_ path: String, token: String? = nil) async throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: await data("GET", path, nil, token: token))
  }

  /// Sends a body, and returns the decoded answer.
  func post<Answer: Decodable>(_ path: String, _ body: [String: String]) async throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: await data("POST", path, body))
  }

  /// Sends a request whose answer has no content.
  func send(_ method: String, _ path: String, _ body: [String: String]? = nil) async throws {
    _ = try await data(method, path, body)
  }

  private func data(
    _ method: String, _ path: String, _ body: [String: String]?, token: String? = nil
  ) async throws -> Data {
    guard let url = URL(string: "https://app.example/" + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let body {
      request.httpBody = try JSONEncoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200...299).contains(status) else { throw ServerError(status: status) }
    return data
  }
}
