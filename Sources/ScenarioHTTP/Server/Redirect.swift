import Foundation
import HTTPTypes

/// The rules by which a client follows redirects, those of the Fetch standard (section 4.4,
/// HTTP-redirect fetch), which `URLSession` follows, too.
///
/// Unlike a browser, it keeps the header Content-Type.
package enum Redirect {
  /// The number of redirects that a client follows in a row.
  static let limit = 20

  /// Returns the address that a response redirects a request to; `nil` for any other response.
  ///
  /// - Throws: `URLError` for an address that is not one of HTTP, such as `data:,text`.
  package static func target(of response: HTTPResponse, to request: HTTPRequest) throws(URLError)
    -> URL?
  {
    guard [301, 302, 303, 307, 308].contains(response.status.code),
      let location = response.headerFields[.location],
      let url = URL(string: location, relativeTo: URL(string: request.address))?.absoluteURL
    else { return nil }
    guard ["http", "https"].contains(url.scheme?.lowercased()) else {
      throw URLError(.unsupportedURL)
    }
    return url
  }

  /// Returns the request to the new address.
  ///
  /// A client repeats the method and the body after 307 and 308. After the others, POST becomes GET
  /// without a body, and after 303 any other method does, except HEAD.
  static func request(
    to target: URL, after status: Int, of request: HTTPRequest, body: Data?
  ) -> (HTTPRequest, Data?) {
    var (next, body) = (request, body)
    next.url = target
    if (status == 303 && request.method != .head) || (status < 303 && request.method == .post) {
      next.method = .get
      body = nil
      next.headerFields[.contentLength] = nil
    }
    if RequestTarget(next.address).origin != RequestTarget(request.address).origin {
      next.headerFields[.authorization] = nil
    }
    return (next, body)
  }
}

extension HTTPRequest {
  /// The key and the URL of an address on the server on this machine that stands for that URL, such
  /// as `/redirect-3/https://shop.example/orders/1`; `nil` for any other address.
  package var standIn: (key: String, url: URL)? {
    let parts = (path ?? "").split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, let url = URL(string: parts[1]), url.scheme != nil else { return nil }
    return (parts[0], url)
  }
}
