import Foundation
import OpenCombine
import OpenCombineFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Departure: Codable, Equatable {
  var line: String
  var minutes: Int
}

struct DepartureService {
  struct BadStatus: Error {
    var status: Int
  }

  private let session = URLSession(configuration: .ephemeral)

  func stops(like text: String) -> AnyPublisher<[String], any Error> {
    send("GET", "stops?q=\(text)")
      .decode(type: [String].self, decoder: JSONDecoder())
      .eraseToAnyPublisher()
  }

  func departures(from stop: String) -> AnyPublisher<[Departure], any Error> {
    send("GET", "departures/\(stop)")
      .decode(type: [Departure].self, decoder: JSONDecoder())
      .eraseToAnyPublisher()
  }

  func setFavourite(_ stop: String, _ isFavourite: Bool) -> AnyPublisher<Void, any Error> {
    send(isFavourite ? "PUT" : "DELETE", "favourites/\(stop)")
      .map { _ in }
      .eraseToAnyPublisher()
  }

  private func send(_ method: String, _ path: String) -> AnyPublisher<Data, any Error> {
    guard let url = URL(string: "https://trams.example/" + path) else {
      return Fail(error: URLError(.badURL)).eraseToAnyPublisher()
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    return session.ocombine.dataTaskPublisher(for: request)
      .tryMap { data, response in
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200...299).contains(status) else { throw BadStatus(status: status) }
        return data
      }
      .eraseToAnyPublisher()
  }
}

extension Publisher {
  /// The values, or nil for a failure.
  func orNil() -> AnyPublisher<Output?, Never> {
    map { $0 }.catch { _ in Just(nil) }.eraseToAnyPublisher()
  }
}
