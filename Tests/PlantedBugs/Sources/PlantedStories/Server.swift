import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The shop's server.
enum Server {
  /// The error for an answer whose status does not mean success.
  struct BadStatus: Error {
    var code: Int
  }

  /// Sends a request, and returns the decoded answer.
  static func send<Answer: Decodable>(
    _ method: String = "GET", path: String, token: String? = nil, body: String? = nil,
    as type: Answer.Type
  ) async throws -> Answer {
    let url = URL(string: "https://shop.example/\(path)")
    var request = URLRequest(url: url ?? URL(filePath: "/"))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response) = try await URLSession.shared.data(for: request)
    let code = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200...299).contains(code) else { throw BadStatus(code: code) }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}
