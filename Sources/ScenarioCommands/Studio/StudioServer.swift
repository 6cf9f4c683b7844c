import CResources
import Foundation
import HTTPTypes
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import Synchronization

/// The server of `scenarios studio`: it serves one page, and answers that page's requests.
final class StudioServer: Sendable {
  private let server: LoopbackServer
  private let accessGuard: StudioGuard

  /// A file that only its owner can read, and that opens the page with a code that was not used.
  ///
  /// The arguments of a browser can be read by every user of the machine. The file is beside the
  /// history, because some browsers have a temporary folder of their own.
  var opener: URL { Self.opener(in: folder, port: port) }
  private let folder: URL

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0 for a free one.
  ///   - history: The folder of the stories' history.
  init(_ studio: Studio, port: UInt16, history: URL) async throws {
    let accessGuard = StudioGuard()
    let folder =
      (try? RunHistory.prepare(history)) != nil
      ? history.appending(path: "studio")
      : FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID().uuidString)")
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    self.accessGuard = accessGuard
    // A page of another origin can send a body of any size. No more than this is kept of it.
    server = try await LoopbackServer.start(
      port: port, keptBytes: StudioGuard.largestBody + 1, patience: .seconds(60)
    ) {
      let response = await Self.response(to: $0, $1, accessGuard, studio)
      // The code was used.
      if $0.path == "/session", response.response.status == .ok {
        try? Self.write(accessGuard.address, in: folder)
      }
      return response
    }
    accessGuard.open(port: server.port)
    try Self.write(accessGuard.address, in: folder)
  }

  static func opener(in folder: URL, port: UInt16) -> URL { folder.appending(path: "\(port).html") }

  private static func write(_ address: String, in folder: URL) throws {
    let page = "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\">\n"
    let port = URL(string: address)?.port.map { UInt16($0) } ?? 0
    try Data(page.utf8).write(to: opener(in: folder, port: port), options: .atomic)
  }

  /// The address to open, which works once.
  var address: String { accessGuard.address }

  /// The port that the server listens on.
  var port: UInt16 { server.port }

  /// Waits until the server ends.
  func run() async throws { try await server.run() }

  private static func response(
    to request: HTTPRequest, _ body: Data, _ accessGuard: StudioGuard, _ studio: Studio
  ) async -> LiveResponse {
    let path = request.path ?? ""
    do {
      try accessGuard.check(request, body: body, needsToken: path != "/" && path != "/session")
      if path == "/" {
        guard request.method == .get else {
          return response(.methodNotAllowed, ["error": "only GET"])
        }
        let nonce = StudioGuard.secret()
        let page = try html(in: studio.pageLanguage.withLock(\.self), nonce: nonce)
        return response(.ok, page, type: "text/html; charset=utf-8", scripts: "'nonce-\(nonce)'")
      }
      guard let value = Value(json: String(decoding: body, as: UTF8.self)) else {
        return response(.badRequest, ["error": "the body is no JSON"])
      }
      if path == "/session" {
        return response(.ok, ["token": .text(try accessGuard.exchange(value["code"]?.text ?? ""))])
      }
      return response(.ok, try await studio.answer(to: path, value), type: "application/json")
    } catch {
      let failure = error as? RequestFailure ?? RequestFailure("\(error)", .internalServerError)
      return response(
        failure.status,
        Value(present: [
          "error": .text(failure.description), "text": failure.text.map { Value.text($0) },
        ]))
    }
  }

  private static func response(_ status: HTTPResponse.Status, _ value: Value) -> LiveResponse {
    response(status, (try? value.json()) ?? "{}", type: "application/json")
  }

  private static func response(
    _ status: HTTPResponse.Status, _ text: String, type: String, scripts: String = "'none'"
  ) -> LiveResponse {
    var response = HTTPResponse(status: status)
    let headers = [
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin", "X-Frame-Options": "DENY",
      "Content-Security-Policy": """
      default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src \(scripts); \
      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'
      """,
    ]
    for (name, value) in headers { response.headerFields[HTTPField.Name(valid: name)] = value }
    return LiveResponse(response, .data(Data(text.utf8)))
  }

  /// Returns the page, which draws results as a report does, and edits stories.
  ///
  /// It contains no data; its script sends requests to the server.
  ///
  /// - Parameter nonce: The nonce with which the page's policy permits its script.
  /// - Throws: An encoding error, which does not occur for these values.
  private static func html(in language: StoryLanguage, nonce: String) throws -> String {
    let page = HTMLPage(language: language, texts: language.studioTexts)
    let styles = String(cString: studio_styles())
    return try page.opening(title: "Scenarios Studio", styles: styles) + """
      <a class="skip" href="#story">\(page.said("Skip to the story"))</a>
      <nav id="stories" aria-label="\(page.said("Stories"))"></nav>
      <main id="story" tabindex="-1"></main>
      <aside id="state" aria-label="\(page.said("The app after the step"))"></aside>
      <p id="status" role="status"></p>
      <noscript>\(page.said("This page needs JavaScript."))</noscript>

      """
      + HTMLPage.ending(String(cString: studio_script()), nonce: nonce)
  }
}
