import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Event: Codable, Sendable {
  var id: Int
  var title: String
  var seats: [String]
}

struct Hold: Decodable, Sendable {
  var id: Int
  var seconds: Int
}

enum TicketError: Error {
  case status(Int), noAnswer
}

/// The server that sells tickets; its completion handlers run on a queue of the session.
final class TicketAPI: Sendable {
  typealias Completion<Answer> = @Sendable (Result<Answer, any Error>) -> Void

  private let session = URLSession(configuration: .ephemeral)

  func events(then completion: @escaping Completion<[Event]>) {
    send("GET", "events", nil) { result in
      completion(result.flatMap { data in Result { try Self.decoded(data) } })
    }
  }

  func hold(_ seat: String, of event: Int, then completion: @escaping Completion<Hold>) {
    send("POST", "holds", ["event": "\(event)", "seat": seat]) { result in
      completion(result.flatMap { data in Result { try Self.decoded(data) } })
    }
  }

  func release(_ hold: Int, then completion: @escaping Completion<Void>) {
    send("DELETE", "holds/\(hold)", nil) { completion($0.map { _ in }) }
  }

  func pay(_ hold: Int, then completion: @escaping Completion<Void>) {
    send("POST", "payments", ["hold": "\(hold)"]) { completion($0.map { _ in }) }
  }

  private static func decoded<Answer: Decodable>(_ data: Data) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: data)
  }

  private func send(
    _ method: String, _ path: String, _ body: [String: String]?,
    then completion: @escaping Completion<Data>
  ) {
    guard let url = URL(string: "https://tickets.example/" + path) else {
      return completion(.failure(URLError(.badURL)))
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let body {
      request.httpBody = try? JSONEncoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    session.dataTask(with: request) { data, response, error in
      if let error { return completion(.failure(error)) }
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard (200...299).contains(status) else {
        return completion(.failure(TicketError.status(status)))
      }
      completion(data.map { .success($0) } ?? .failure(TicketError.noAnswer))
    }.resume()
  }
}

/// Keeps the events for a minute.
///
/// Its serial queue protects what it keeps.
final class EventStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "events")
  private let api: TicketAPI
  private var kept: (events: [Event], date: Date)?
  private var waiting: [TicketAPI.Completion<[Event]>] = []

  init(api: TicketAPI) { self.api = api }

  /// Calls the handler on the main queue, with events that are kept or from the server.
  func events(then completion: @escaping TicketAPI.Completion<[Event]>) {
    queue.async { [self] in
      if let kept, Date().timeIntervalSince(kept.date) < 60 {
        return DispatchQueue.main.async { completion(.success(kept.events)) }
      }
      waiting.append(completion)
      guard waiting.count == 1 else { return }
      api.events { result in self.queue.async { self.loaded(result) } }
    }
  }

  /// Asks the server the next time, as seats have been sold.
  func forget() {
    queue.async { self.kept = nil }
  }

  private func loaded(_ result: Result<[Event], any Error>) {
    if let events = try? result.get() { kept = (events, Date()) }
    let completions = waiting
    waiting = []
    DispatchQueue.main.async {
      for completion in completions { completion(result) }
    }
  }
}
