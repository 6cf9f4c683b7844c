import Foundation
import PlantedStories
import ScenarioHTTP
import ScenarioKit

struct UploadService {
  static let parts = 3

  private struct Upload: Decodable {
    var id: Int
  }

  private let client = Client()

  func begin(_ name: String) async throws -> Int {
    let upload: Upload = try await client.post("uploads", ["name": name])
    return upload.id
  }

  func send(part: Int, of upload: Int) async throws {
    try await client.send("PUT", "uploads/\(upload)/parts/\(part)", ["part": "\(part)"])
  }
}

/// Uploads a file in parts, each of which is tried three times.
@MainActor
final class UploadPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case empty, uploading, uploaded, failed, cancelled }

    var state = State.empty
    var percent = 0
  }

  private static let attempts = 3
  private(set) var screen = Screen()
  private let service = UploadService()
  private var task: Task<Void, Never>?
  private var sent = 0
  private var failures = 0

  func upload(_ name: String) {
    guard screen.state != .uploading else { return }
    screen = Screen(state: .uploading)
    // The bug `progress`: the parts of the upload before count, too.
    if !Planted.hasOther("progress") { sent = 0 }
    failures = 0
    task = Task { [weak self, service] in
      let upload = try? await service.begin(name)
      guard !Task.isCancelled else { return }
      if let upload { self?.send(part: 1, of: upload) } else { self?.screen.state = .failed }
    }
  }

  func cancel() {
    guard screen.state == .uploading else { return }
    task?.cancel()
    screen = Screen(state: .cancelled)
  }

  private func send(part: Int, of upload: Int) {
    task = Task { [weak self, service] in
      do {
        try await service.send(part: part, of: upload)
        self?.partSent(part, of: upload)
      } catch {
        guard !Task.isCancelled else { return }
        self?.partFailed(part, of: upload)
      }
    }
  }

  private func partSent(_ part: Int, of upload: Int) {
    guard !Task.isCancelled else { return }
    sent += 1
    screen.percent = sent * 100 / UploadService.parts
    // The bug `budget`: the failures of all parts are counted together.
    if !Planted.hasOther("budget") { failures = 0 }
    if part < UploadService.parts {
      send(part: part + 1, of: upload)
    } else {
      screen.state = .uploaded
    }
  }

  private func partFailed(_ part: Int, of upload: Int) {
    failures += 1
    guard failures < Self.attempts else {
      screen.state = .failed
      return
    }
    let pause = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
      // With the bug `cancel`, an upload that was cancelled goes on.
      self?.screen.state = .uploading
      self?.send(part: part, of: upload)
    }
    // The bug `cancel`: the pause before another attempt is not cancelled.
    if !Planted.hasOther("cancel") { task = pause }
  }
}

final class UploadModule: Module {
  static let name = "upload"
  private let presenter: UploadPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(UploadPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the sender uploads {string}") { (module, name: String) in module.presenter.upload(name) }
    When("the sender cancels") { module in module.presenter.cancel() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
