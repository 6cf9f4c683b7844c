import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Entry: Codable, Equatable, Sendable {
  var id: String
  var text: String
}

/// The server that keeps the entries.
actor JournalAPI {
  struct Refused: Error {
    var status: Int
  }

  private let session = URLSession(configuration: .ephemeral)

  func entries() async throws -> [Entry] {
    try JSONDecoder().decode([Entry].self, from: await send("GET", "entries", nil))
  }

  func save(_ entry: Entry) async throws {
    _ = try await send("PUT", "entries/\(entry.id)", JSONEncoder().encode(entry))
  }

  func delete(_ id: String) async throws { _ = try await send("DELETE", "entries/\(id)", nil) }

  private func send(_ method: String, _ path: String, _ body: Data?) async throws -> Data {
    guard let url = URL(string: "https://journal.example/" + path) else {
      throw URLError(.badURL)
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200...299).contains(status) else { throw Refused(status: status) }
    return data
  }
}
