import Foundation

/// A URL as recording compares it: the origin and the path.
struct RecordedURL {
  /// The scheme and the authority in lower case, such as `https://info-example.com`.
  var origin: String

  /// The path and the query, such as `/list?page=2`.
  var path: String

  init(_ url: String) {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    origin = parts.prefix(3).joined(separator: "/").lowercased()
    path = "/" + (parts.count > 3 ? parts[3] : "").prefix { $0 != "#" }
  }

  var text: String { origin + path }
}

// MARK: - Redirects

extension RecordedURL {
  private static let redirect = "/redirect/"

  /// The address on the server on this machine that stands for the URL as the target of a redirect,
  /// such as `/redirect/https://info-example.com/facts/7`.
  var redirectPath: String { Self.redirect + text }

  /// Reads the address that ``redirectPath`` returned; `nil` for any other path.
  init?(redirectPath path: String) {
    guard path.hasPrefix(Self.redirect + "http") else { return nil }
    self.init(String(path.dropFirst(Self.redirect.count)))
  }
}

extension RecordedAnswer {
  /// Returns the address in the `Location` header, with the app's own server; `nil` if there is
  /// none.
  ///
  /// - Parameters:
  ///   - url: The URL of the request, with the app's own server.
  ///   - server: The real server, whose name the header may have.
  func location(after url: String, from server: RealServer) -> RecordedURL? {
    guard let header = self[header: "Location"],
      let absolute = URL(string: header, relativeTo: URL(string: url))?.absoluteString,
      absolute.lowercased().hasPrefix("http")
    else { return nil }
    var location = RecordedURL(absolute)
    if location.origin == server.address { location.origin = RecordedURL(url).origin }
    return location
  }

  /// Replaces the name of the real server in the `Location` header by that of the app's server.
  mutating func replace(_ server: RealServer, in location: RecordedURL) {
    for index in headers.indices where headers[index].name.lowercased() == "location" {
      if RecordedURL(headers[index].value).origin == server.address {
        headers[index].value = location.text
      }
    }
  }
}
