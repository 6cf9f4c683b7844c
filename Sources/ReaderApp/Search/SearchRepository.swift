import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Finds articles on the server, and tries again if the server can't be reached.
@MainActor
final class SearchRepository {
  /// The number of attempts for one text.
  private static let attempts = 3

  /// Finds titles for a text.
  func search(
    _ text: String, completion: @escaping @MainActor @Sendable (Result<[String], any Error>) -> Void
  ) {
    search(text, attempt: 1, completion)
  }

  private func search(
    _ text: String, attempt: Int,
    _ completion: @escaping @MainActor @Sendable (Result<[String], any Error>) -> Void
  ) {
    var components = URLComponents(string: "https://search.example.com/articles")
    components?.queryItems = [URLQueryItem(name: "q", value: text)]
    // Foundation leaves a plus as it is, and servers read it as a space.
    let query = components?.percentEncodedQuery
    components?.percentEncodedQuery = query?.replacingOccurrences(of: "+", with: "%2B")
    guard let url = components?.url else { return }
    let task = URLSession.shared.dataTask(with: url) { [weak self] data, response, error in
      let result = Result { try Self.titles(data, response, error) }
      DispatchQueue.main.async {
        guard case .failure(is URLError) = result, attempt < Self.attempts else {
          return completion(result)
        }
        // After 1 s, then after 2 s.
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(attempt)) {
          MainActor.assumeIsolated { self?.search(text, attempt: attempt + 1, completion) }
        }
      }
    }
    task.resume()
  }

  nonisolated private static func titles(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
  ) throws -> [String] {
    if let error { throw error }
    guard (response as? HTTPURLResponse)?.statusCode == 200, let data else {
      throw URLError(.badServerResponse)
    }
    return try JSONDecoder().decode([String].self, from: data)
  }
}
