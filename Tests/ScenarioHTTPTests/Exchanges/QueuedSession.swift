import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session as libraries for HTTP are built: queues on top of each other, the lowest of which only
/// libdispatch holds, and requests that are retried and share one refresh.
///
/// All of its state is used on the root queue.
final class QueuedSession: @unchecked Sendable {
  typealias Completion = @Sendable (Result<Data, any Error>) -> Void

  private struct Request {
    let path: String
    var attempts = 1
    var data = Data()
    var progress: (@Sendable (Int64) -> Void)?
    let completion: Completion
  }

  struct Refused: Error { let status: Int }

  private static let server =
    URL(string: "https://shop.example") ?? URL(filePath: "/", directoryHint: .isDirectory)

  private let rootQueue: DispatchQueue
  private let requestQueue: DispatchQueue
  private let serializationQueue: DispatchQueue
  private let session: URLSession
  private let delegate: Delegate

  private var token = "A1"
  private var requests: [Int: Request] = [:]
  private var waitingForToken: [Request] = []

  init(base: DispatchQueue = DispatchQueue(label: "session.base")) {
    rootQueue = DispatchQueue(label: "session.root", target: base)
    requestQueue = DispatchQueue(label: "session.requests", target: rootQueue)
    serializationQueue = DispatchQueue(label: "session.serialization", target: rootQueue)
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    operations.underlyingQueue = rootQueue
    delegate = Delegate()
    session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: operations)
    delegate.session = self
  }

  func load(_ path: String, completion: @escaping Completion) {
    requestQueue.async { self.start(Request(path: path, completion: completion)) }
  }

  func download(
    _ path: String, progress: @escaping @Sendable (Int64) -> Void,
    completion: @escaping Completion
  ) {
    requestQueue.async {
      let task = self.session.downloadTask(with: self.urlRequest(path))
      self.requests[task.taskIdentifier] = Request(
        path: path, progress: progress, completion: completion)
      task.resume()
    }
  }

  private func urlRequest(_ path: String) -> URLRequest {
    var request = URLRequest(url: Self.server.appending(path: path))
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return request
  }

  private func start(_ request: Request) {
    let task = session.dataTask(with: urlRequest(request.path))
    requests[task.taskIdentifier] = request
    task.resume()
  }

  fileprivate func received(_ data: Data, by task: URLSessionTask) {
    requests[task.taskIdentifier]?.data += data
  }

  fileprivate func progressed(_ bytes: Int64, of task: URLSessionTask) {
    requests[task.taskIdentifier]?.progress?(bytes)
  }

  fileprivate func completed(_ task: URLSessionTask, _ error: (any Error)?) {
    guard let request = requests.removeValue(forKey: task.taskIdentifier) else { return }
    let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
    serializationQueue.async {
      switch status {
      case 200: request.completion(error.map { .failure($0) } ?? .success(request.data))
      case 401 where request.path != "token": self.refresh(for: request)
      case 503 where request.attempts < 3:
        var again = request
        again.attempts += 1
        self.rootQueue.asyncAfter(deadline: .now() + .milliseconds(500)) { [again] in
          self.start(again)
        }
      default: request.completion(.failure(error ?? Refused(status: status)))
      }
    }
  }

  /// Sends requests again after a refresh of the token, which all that wait share.
  private func refresh(for request: Request) {
    var request = request
    request.data = Data()
    waitingForToken.append(request)
    guard waitingForToken.count == 1 else { return }
    start(
      Request(path: "token") { result in
        let waiting = self.waitingForToken
        self.waitingForToken = []
        switch result {
        case .success(let data):
          self.token = String(decoding: data, as: UTF8.self)
          for request in waiting { self.start(request) }
        case .failure(let error):
          for request in waiting { request.completion(.failure(error)) }
        }
      })
  }

  /// The delegate of the session, which does not hold the session that holds it.
  private final class Delegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate,
    @unchecked Sendable
  {
    // Set once, before the first request.
    weak var session: QueuedSession?

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
    ) { self.session?.received(data, by: dataTask) }

    func urlSession(
      _ session: URLSession, downloadTask: URLSessionDownloadTask,
      didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
      totalBytesExpectedToWrite: Int64
    ) {
      self.session?.progressed(totalBytesWritten, of: downloadTask)
    }

    func urlSession(
      _ session: URLSession, downloadTask: URLSessionDownloadTask,
      didFinishDownloadingTo location: URL
    ) {
      guard let data = try? Data(contentsOf: location) else { return }
      self.session?.received(data, by: downloadTask)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) { self.session?.completed(task, error) }
  }
}

/// A module that loads and downloads with a ``QueuedSession``.
final class QueuedSessionModule: Module {
  static let name = "queued session"

  struct Shown: Codable {
    var loaded: [String] = []
    var failed = 0
    var progress: [Int64] = []
  }

  private let session = QueuedSession()
  private var shown = Shown()

  init(_ context: ScenarioContext) {
    _ = context.transport
  }

  static var steps: Steps {
    Steps.server
    When("the app loads {word}") { (module, path: String) in module.load(path) }
    When("the app downloads {word}") { (module, path: String) in
      module.session.download(
        path,
        progress: { bytes in
          DispatchQueue.main.async { module.shown.progress.append(bytes) }
        },
        completion: { result in
          DispatchQueue.main.async { module.show(result) }
        })
    }
    Observe("the app shows") { module in module.shown }
  }

  private func load(_ path: String) {
    session.load(path) { result in DispatchQueue.main.async { self.show(result) } }
  }

  private func show(_ result: Result<Data, any Error>) {
    switch result {
    case .success(let data): shown.loaded.append(String(decoding: data, as: UTF8.self))
    case .failure: shown.failed += 1
    }
  }
}
