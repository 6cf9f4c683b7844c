import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads comments with a session whose delegate is called on the main queue.
///
/// The session holds its delegate until it is invalidated, so the delegate is another object.
@MainActor
final class CommentsInteractor {
  weak var output: (any CommentsInteractorOutput)?
  private let download = CommentsDownload()
  private let session: URLSession

  init() {
    session = URLSession(configuration: .default, delegate: download, delegateQueue: .main)
    download.ended = { [weak self] result in
      switch result {
      case .success(let comments): self?.output?.interactorDidLoad(comments)
      case .failure(let error): self?.output?.interactorDidFail(with: error)
      }
    }
  }

  deinit { session.invalidateAndCancel() }

  func loadComments(on post: String) {
    guard let url = URL(string: "https://comments.example.com/posts/\(post)") else { return }
    session.dataTask(with: url).resume()
  }
}

/// Collects the bodies of answers.
@MainActor
private final class CommentsDownload: NSObject, URLSessionDataDelegate {
  /// The bodies so far, by the identifiers of their tasks.
  private var bodies: [Int: Data] = [:]
  var ended: ((Result<[Comment], any Error>) -> Void)?

  nonisolated func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    let task = dataTask.taskIdentifier
    MainActor.assumeIsolated { bodies[task, default: Data()].append(data) }
  }

  nonisolated func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let status = (task.response as? HTTPURLResponse)?.statusCode
    let task = task.taskIdentifier
    MainActor.assumeIsolated {
      let body = bodies.removeValue(forKey: task) ?? Data()
      if let error {
        ended?(.failure(error))
      } else if status == 200 {
        ended?(Result { try JSONDecoder().decode([Comment].self, from: body) })
      } else {
        ended?(.failure(URLError(.badServerResponse)))
      }
    }
  }
}
