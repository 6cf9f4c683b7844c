import Foundation
import OpenCombine
import OpenCombineDispatch
import OpenCombineFoundation
import ReaderApp

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The posts on the server, as publishers that publish on the main queue.
struct ReactiveWall {
  private let session = URLSession(configuration: .ephemeral)

  /// Adds a message to the author's wall.
  func addPost(message: String) -> AnyPublisher<Void, any Error> {
    Just(["message": message])
      .setFailureType(to: (any Error).self)
      .encode(encoder: JSONEncoder())
      .flatMap { body in send("POST", body: body) }
      .map { _ in }
      .receive(on: DispatchQueue.main.ocombine)
      .eraseToAnyPublisher()
  }

  /// Loads the posts on the wall, in the server's order.
  func loadPosts() -> AnyPublisher<Result<[Post], any Error>, Never> {
    send("GET", body: nil)
      .decode(type: Response.self, decoder: JSONDecoder())
      .map { .success($0.data) }
      .catch { Just(.failure($0)) }
      .receive(on: DispatchQueue.main.ocombine)
      .eraseToAnyPublisher()
  }

  private struct Response: Decodable {
    var data: [Post]
  }

  private func send(_ method: String, body: Data?) -> AnyPublisher<Data, any Error> {
    guard let url = URL(string: "https://graph.example.com/me/feed") else {
      return Fail(error: URLError(.badURL)).eraseToAnyPublisher()
    }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    return session.ocombine.dataTaskPublisher(for: request)
      .tryMap { data, response in
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200...299).contains(status) else { throw PostsServiceError.badStatus(status) }
        return data
      }
      .eraseToAnyPublisher()
  }
}
