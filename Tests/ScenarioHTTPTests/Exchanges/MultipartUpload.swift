import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An album on a server, to which the user sends photos with captions.
@MainActor
final class PhotoAlbum {
  enum Bug: String, CaseIterable {
    case unnamedFile = "the file has no name"
    case openForm = "the form has no end"
  }

  struct Screen: Codable {
    enum State: String, Codable, CaseIterable { case ready, sending, sent, refused, failed }

    var state = State.ready
    var captions: [String] = []
    var message: String?
  }

  /// The answer of the server to a photo that it does not take.
  private struct Refusal: Decodable {
    var reason: String
  }

  private(set) var screen = Screen()
  var number = 0
  var bug: Bug?
  private let transport: Send
  private let boundary: () -> String

  /// Creates an album.
  ///
  /// - Parameter boundary: Returns a text that no photo contains.
  init(
    send: @escaping Send,
    boundary: @escaping () -> String = { "photo-album-\(UUID().uuidString)" }
  ) {
    transport = send
    self.boundary = boundary
  }

  func send(_ photo: Data, named name: String, caption: String) {
    var form = MultipartForm(boundary: boundary())
    form.addField("caption", caption)
    if bug == .unnamedFile {
      form.addField("photo", String(decoding: photo, as: UTF8.self))
    } else {
      form.addFile("photo", photo, named: name, type: "image/x-portable-bitmap")
    }
    if bug != .openForm { form.end() }
    guard let url = URL(string: "https://photos.example/albums/\(number)/photos") else { return }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
    request.httpBody = form.body
    screen.state = .sending
    Task { [weak self, transport, request] in
      do {
        let (data, response) = try await transport(request)
        self?.show(caption, (response as? HTTPURLResponse)?.statusCode, data)
      } catch {
        self?.screen.state = .failed
      }
    }
  }

  private func show(_ caption: String, _ status: Int?, _ body: Data) {
    if status == 201 {
      screen.state = .sent
      screen.captions.append(caption)
    } else {
      screen.state = .refused
      screen.message = try? JSONDecoder().decode(Refusal.self, from: body).reason
    }
  }
}

/// A form with fields and files, as `multipart/form-data`.
private struct MultipartForm {
  let boundary: String
  private(set) var body = Data()

  init(boundary: String) { self.boundary = boundary }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  mutating func addField(_ name: String, _ text: String) {
    add(["Content-Disposition: form-data; name=\"\(name)\""], Data(text.utf8))
  }

  mutating func addFile(_ name: String, _ contents: Data, named file: String, type: String) {
    add(
      [
        "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\"",
        "Content-Type: \(type)",
      ], contents)
  }

  mutating func end() { body += Data("--\(boundary)--\r\n".utf8) }

  private mutating func add(_ headers: [String], _ contents: Data) {
    body += Data("--\(boundary)\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n".utf8)
    body += contents
    body += Data("\r\n".utf8)
  }
}

final class MultipartUploadModule: ExchangeModule {
  static let name = "multipart upload"

  /// A photo that the user chose.
  struct PhotoData: Decodable, Sendable {
    var file: String
    var contents: String
    var caption: String
  }

  let server: FakeTransport
  private let album: PhotoAlbum

  init(_ context: ScenarioContext) {
    server = context.transport
    album = context.expectReleased(
      PhotoAlbum(
        send: context.send { try await URLSession.shared.data(for: $0) },
        boundary: { "photo-album-form" }))
  }

  static var steps: Steps {
    exchangeSteps
    Given("the user is in album {int}") { (module, number: Int) in module.album.number = number }
    When("the user sends a photo", data: PhotoData.self) { (module, photo: PhotoData) in
      module.album.send(Data(photo.contents.utf8), named: photo.file, caption: photo.caption)
    }
    Observe("the album shows") { module in module.album.screen }
  }

  func introduce(_ bug: PhotoAlbum.Bug) { album.bug = bug }
}
