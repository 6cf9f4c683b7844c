import Foundation
import ScenarioHTTP
import ScenarioLanguage

/// A real server that gets the app's requests while they are recorded.
package struct RealServer: Sendable, Hashable {
  /// The server of the app's requests that it stands in for, such as `https://info-example.com`;
  /// `nil` for every server.
  package let origin: String?

  /// The scheme, the name and the port, such as `http://localhost:8080`.
  package let address: String

  /// Reads an address, or `ORIGIN=ADDRESS`.
  ///
  /// - Throws: `Diagnostic` for an address that is not only a scheme, a name and a port.
  package init(_ text: String) throws(Diagnostic) {
    guard let separator = text.firstRange(of: "=http") else {
      origin = nil
      address = try Self.address(text)
      return
    }
    origin = RequestTarget(try Self.address(String(text[..<separator.lowerBound]))).origin
    address = try Self.address(String(text[text.index(after: separator.lowerBound)...]))
  }

  private static func address(_ text: String) throws(Diagnostic) -> String {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host?.lowercased(), !host.isEmpty
    else {
      throw Diagnostic(
        "\"\(text)\" is not the address of an HTTP server",
        hints: ["Write it with its scheme: --server https://info-example.com"])
    }
    let address = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
    guard ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil,
      parts.user == nil
    else {
      throw Diagnostic(
        "the server \"\(text)\" is more than a scheme, a name and a port",
        hints: ["The app's requests have their own paths. Write: --server \(address)"])
    }
    return address
  }
}

extension [RealServer] {
  /// Returns the server that gets the requests to an origin, such as `https://info-example.com`;
  /// `nil` if there is none.
  package func server(for origin: String) -> RealServer? {
    first { $0.origin == origin } ?? first { $0.origin == nil }
  }
}
