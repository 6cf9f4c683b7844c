import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's transport for uploads.
protocol Uploader: Sendable {
  /// Uploads a body, and reports the sent and the expected number of bytes.
  func upload(
    for request: URLRequest, from body: Data,
    progress: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws -> (Data, URLResponse)
}

/// The app's own transport.
struct SessionUploader: Uploader {
  func upload(
    for request: URLRequest, from body: Data,
    progress: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws -> (Data, URLResponse) {
    let observer = Observer(progress)
    return try await URLSession.shared.upload(for: request, from: body, delegate: observer)
  }

  private final class Observer: NSObject, URLSessionTaskDelegate, Sendable {
    private let progress: @Sendable (Int64, Int64) -> Void

    init(_ progress: @escaping @Sendable (Int64, Int64) -> Void) { self.progress = progress }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
      progress(totalBytesSent, totalBytesExpectedToSend)
    }
  }
}

/// A recorder whose recordings are uploaded.
@MainActor
final class Recorder {
  enum Bug: String, CaseIterable {
    case doneWhenSent = "the upload is done when its last byte is sent"
    case everyAnswerIsGood = "the status of the answer is not read"
    case wholeShares = "the share is rounded down before it becomes a percentage"
  }

  struct Screen: Codable {
    enum State: String, Codable, CaseIterable { case ready, uploading, saving, done, full, failed }

    var state = State.ready
    var percent = 0
  }

  private(set) var screen = Screen()
  var recording: (name: String, contents: Data)?
  var bug: Bug?
  private let uploader: any Uploader
  private var running: Task<Void, Never>?

  init(uploader: any Uploader) { self.uploader = uploader }

  deinit { running?.cancel() }

  func upload() {
    guard let recording, let url = URL(string: "https://recordings.example/\(recording.name)")
    else { return }
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    screen = Screen(state: .uploading)
    running = Task { [weak self, uploader, bug, request] in
      let (percents, continuation) = AsyncStream.makeStream(of: Int.self)
      async let status = {
        defer { continuation.finish() }
        let (_, response) = try await uploader.upload(for: request, from: recording.contents) {
          continuation.yield(Int(bug == .wholeShares ? $0 / $1 * 100 : $0 * 100 / $1))
        }
        return (response as? HTTPURLResponse)?.statusCode
      }()
      for await percent in percents { self?.show(percent) }
      do {
        self?.end(try await status)
      } catch let error as URLError where error.code == .cancelled {
        self?.screen = Screen()
      } catch {
        self?.screen.state = .failed
      }
    }
  }

  func cancel() { running?.cancel() }

  private func show(_ percent: Int) {
    screen.percent = percent
    guard percent == 100 else { return }
    screen.state = bug == .doneWhenSent ? .done : .saving
  }

  private func end(_ status: Int?) {
    switch status {
    case _ where bug == .everyAnswerIsGood: screen.state = .done
    case 200, 201, 204: screen.state = .done
    // The server has received everything, but has no room to save it.
    case 507: screen.state = .full
    default: screen.state = .failed
    }
  }
}

final class UploadWithProgressModule: ExchangeModule {
  static let name = "upload with progress"
  let server: FakeTransport
  private let recorder: Recorder

  init(_ context: ScenarioContext) {
    server = context.transport
    let uploader: any Uploader =
      Exchange.usesURLSession
      ? SessionUploader() : context.live.map { RedirectedUploader(live: $0) } ?? context.transport
    recorder = context.expectReleased(Recorder(uploader: uploader))
  }

  static var steps: Steps {
    exchangeSteps
    Given("the user has the recording {string} of {int} bytes") {
      (module, name: String, count: Int) in
      module.recorder.recording = (name, Data(repeating: UInt8(ascii: "~"), count: count))
    }
    When("the user uploads the recording") { module in module.recorder.upload() }
    When("the user cancels the upload") { module in module.recorder.cancel() }
    Observe("the upload shows") { module in module.recorder.screen }
  }

  func introduce(_ bug: Recorder.Bug) { recorder.bug = bug }
}

extension FakeTransport: Uploader {}

/// The app's own transport, with requests redirected to the live server.
private struct RedirectedUploader: Uploader {
  let live: LiveSurroundings

  func upload(
    for request: URLRequest, from body: Data,
    progress: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws -> (Data, URLResponse) {
    var described = request
    described.httpBody = body
    var redirected = try await live.redirected(described)
    redirected.httpBody = nil
    return try await SessionUploader().upload(for: redirected, from: body, progress: progress)
  }
}
