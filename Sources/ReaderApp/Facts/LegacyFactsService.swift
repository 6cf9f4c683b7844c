import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads facts in the way of apps before Swift concurrency: with a session of its own, a queue and
/// completion handlers.
final class LegacyFactsService: Sendable {
  private let session = URLSession(configuration: .ephemeral)
  private let parsing = DispatchQueue(label: "facts.parsing", qos: .userInitiated)

  deinit { session.invalidateAndCancel() }

  /// Loads an interesting fact, and passes the result on on the main queue.
  ///
  /// - Returns: The task, for its cancellation; then the completion is not called.
  func loadFact(completion: @escaping @MainActor (Result<Fact, any Error>) -> Void)
    -> URLSessionTask?
  {
    guard let url = URL(string: "https://info-example.com/get_info") else { return nil }
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let task = session.dataTask(with: request) { [parsing] data, response, error in
      if (error as? URLError)?.code == .cancelled { return }
      parsing.async {
        let result = Result { try Self.fact(data, response, error) }
        DispatchQueue.main.async { completion(result) }
      }
    }
    task.resume()
    return task
  }

  private static func fact(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
  ) throws -> Fact {
    if let error { throw error }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200...299).contains(status), let data else { throw FactsServiceError.badStatus(status) }
    do {
      return try JSONDecoder().decode(Fact.self, from: data)
    } catch {
      throw FactsServiceError.malformedBody(error)
    }
  }
}
