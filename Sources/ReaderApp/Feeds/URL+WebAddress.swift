import Foundation

extension URL {
  /// Reads the address of a page of the web; `nil` for anything else, such as `javascript:…`.
  init?(webAddress text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", let host = url.host(), !host.isEmpty
    else { return nil }
    self = url
  }
}
