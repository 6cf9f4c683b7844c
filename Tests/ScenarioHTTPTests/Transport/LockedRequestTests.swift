@preconcurrency import Dispatch
import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit
import Simulation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request as libraries for HTTP are built: a lock around its state, also while it calls Foundation.
///
/// Its delegate needs the lock, too, on a queue above the one that runs everything.
///
/// Sound because the lock guards its state.
final class LockedRequest: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let root = DispatchQueue(label: "root", target: DispatchQueue(label: "base"))
  private var task: URLSessionDataTask?
  private var bytes = 0
  private let completion: @Sendable (String) -> Void

  /// - Parameter completion: Gets the number of bytes, or the error.
  init(_ url: URL, completion: @escaping @Sendable (String) -> Void) {
    self.completion = completion
    super.init()
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    operations.underlyingQueue = root
    let session = URLSession(
      configuration: .ephemeral, delegate: self, delegateQueue: operations)
    task = session.dataTask(with: url)
  }

  func resume() { lock.withLock { task?.resume() } }
  func suspend() { lock.withLock { task?.suspend() } }
  func cancel() { lock.withLock { task?.cancel() } }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock { bytes += data.count }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let end = lock.withLock {
      self.task = nil
      return (error as? URLError).map { "error \($0.code.rawValue)" } ?? "\(bytes) bytes"
    }
    session.finishTasksAndInvalidate()
    completion(end)
  }
}

@Suite("Requests with a lock", .timeLimit(.minutes(10)))
struct LockedRequestTests {
  /// A use of a request, by code that has the request's lock.
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (LockedRequest) -> Void
    let end: String
  }

  private static let cancelled = "error \(URLError.Code.cancelled.rawValue)"

  static let shapes: [Shape] = [
    Shape(testDescription: "loaded", run: { $0.resume() }, end: "2 bytes"),
    Shape(
      testDescription: "cancelled at once",
      run: {
        $0.resume()
        $0.cancel()
      }, end: cancelled),
    Shape(testDescription: "cancelled before it begins", run: { $0.cancel() }, end: cancelled),
    Shape(
      testDescription: "cancelled by another queue",
      run: { request in
        request.resume()
        DispatchQueue(label: "another").async { request.cancel() }
      }, end: cancelled),
    Shape(
      testDescription: "cancelled by two queues at the same moment",
      run: { request in
        request.resume()
        for _ in 0..<2 {
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.005) { request.cancel() }
        }
      }, end: cancelled),
    Shape(
      testDescription: "cancelled when its answer comes",
      run: { request in
        request.resume()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { request.cancel() }
      }, end: cancelled),
    Shape(
      testDescription: "suspended and resumed",
      run: { request in
        request.resume()
        request.suspend()
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.005) { request.resume() }
      }, end: "2 bytes"),
  ]

  @Test(arguments: shapes)
  func `a request ends once, whoever holds its lock`(shape: Shape) throws {
    let count = 1_000
    let address = "https://api.example/a"
    let url = try #require(URL(string: address))
    let ends = try Simulation.run { simulation in
      let doubles = ScenarioDoubles()
      let answer = Answer.Outcome.response(HTTPResponse(status: .ok), Data("ok".utf8))
      doubles.double(FakeTransport.self).answer(
        "GET", address, with: [Answer(answer, after: .milliseconds(10))])
      simulation.surroundings = doubles
      let ends = Ends()
      for _ in 0..<count {
        try simulation.perform {
          let request = LockedRequest(url) { ends.values[$0, default: 0] += 1 }
          shape.run(request)
        }
        try simulation.advance(by: .milliseconds(20))
      }
      return ends.values
    }
    #expect(ends == [shape.end: count])
  }

  /// How often each end has come; only one piece of code of a simulation runs at a time.
  private final class Ends: @unchecked Sendable {
    var values: [String: Int] = [:]
  }
}
