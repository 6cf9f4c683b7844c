import Foundation

extension URL {
  /// Creates the URL of a web page; `nil` for any other text, such as `javascript:…`.
  init?(webAddress text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = url.host(), !host.isEmpty
    else { return nil }
    self = url
  }
}
