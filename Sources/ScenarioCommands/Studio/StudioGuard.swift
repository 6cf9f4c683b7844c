import DisplayText
import Foundation
import HTTPTypes
import Synchronization

/// Decides which requests `scenarios studio` serves: those of the page that it has opened.
///
/// Every other page and program of this machine can send requests to its port, too. Most servers of
/// this kind were attacked that way: CVE-2025-24964 (Vitest), CVE-2026-27148 (Storybook). So the
/// page itself is served only under the first of these conditions, and its requests need all of
/// them. A browser that says in `Sec-Fetch-Site` that a request comes from another page is refused,
/// too.
///
/// - the server's own address as its `Host`: another name that leads here (DNS rebinding) is
///   refused,
/// - the page's own address as its `Origin`, which browsers send with each `POST` and no page can
///   choose; `null`, of a sandboxed page or a file, is another one,
/// - a body of JSON, which no form can send without asking first,
/// - a token in a header. The page has it in its session storage, in exchange for a code that
///   counts once, after which there is another one. Cookies would reach every port of this machine.
///
/// FlyingFox reads lines of headers of any length, and returns only the last of several headers with
/// one name. No page can use that: browsers send `Host`, `Origin` and `Content-Length` themselves,
/// once each, and limit headers. Another program of this machine can, but needs the token, too.
final class StudioGuard: Sendable {
  /// The largest body in bytes, which no story reaches.
  static let largestBody = 4 << 20

  /// The header with the token.
  static let header = HTTPField.Name(valid: "Studio-Token")

  private struct State {
    /// The server's port, once it listens; nothing is served before.
    var port: UInt16?
    /// The code that can be exchanged for the token.
    var code = StudioGuard.secret()
    let token = StudioGuard.secret()
  }

  private let state = Mutex(State())

  /// Serves requests to a port from now on.
  func open(port: UInt16) { state.withLock { $0.port = port } }

  /// The address to open, which works once; there is another one afterwards.
  ///
  /// The part after `#` is not sent to the server, so no log and no `Referer` contains it.
  var address: String { state.withLock { "http://127.0.0.1:\($0.port ?? 0)/#\($0.code)" } }

  /// Returns the token for the code, which does not count any more.
  func exchange(_ code: String) throws(RequestFailure) -> String {
    let token = state.withLock { state -> String? in
      guard Self.areEqual(state.code, code) else { return nil }
      state.code = Self.secret()
      return state.token
    }
    guard let token else {
      throw RequestFailure(
        "the code is wrong or was used before; open the file that the terminal shows", .forbidden)
    }
    return token
  }

  /// Checks a request for the page, or for anything else if it `needsToken`.
  func check(_ request: HTTPRequest, body: Data, needsToken: Bool) throws(RequestFailure) {
    let (port, token) = state.withLock { ($0.port ?? 0, $0.token) }
    guard let host = request.authority, ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host)
    else { throw RequestFailure("use the address that the terminal shows", .misdirectedRequest) }
    let fetched = request.headerFields[HTTPField.Name(valid: "Sec-Fetch-Dest")]
    // Opening a file or a link is a cross-site request. It returns a page without data.
    let isOpening = !needsToken && request.method == .get && fetched == "document"
    let site = isOpening ? nil : request.headerFields[HTTPField.Name(valid: "Sec-Fetch-Site")]
    let origins = request.headerFields[values: .origin]
    guard ["same-origin", "none", nil].contains(site), origins.count < 2,
      origins.allSatisfy({ $0 == "http://\(host)" })
    else { throw RequestFailure("the request comes from another page", .forbidden) }
    guard body.count <= Self.largestBody else {
      throw RequestFailure("the body is too large", .contentTooLarge)
    }
    guard request.method == .post else {
      guard request.method == .get, !needsToken, request.path == "/" else {
        throw RequestFailure("only POST", .methodNotAllowed)
      }
      return
    }
    guard origins.count == 1 else {
      throw RequestFailure("the request does not say from which page it comes", .forbidden)
    }
    guard request.headerFields[.contentType] == "application/json" else {
      throw RequestFailure("the body must be JSON", .unsupportedMediaType)
    }
    guard needsToken else { return }
    let tokens = request.headerFields[values: Self.header]
    guard tokens.count == 1, Self.areEqual(token, tokens[0]) else {
      throw RequestFailure("the token is missing or wrong", .unauthorized)
    }
  }

  /// Returns 32 random hexadecimal digits.
  static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in String(generator.next(), radix: 16).withZeros(to: 16) }.joined()
  }

  /// Compares texts in a time that does not depend on the number of right characters.
  private static func areEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
