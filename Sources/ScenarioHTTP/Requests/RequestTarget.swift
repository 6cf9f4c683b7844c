import Foundation
import ScenarioKit

/// The parts of a URL by which requests are compared.
package struct RequestTarget: Sendable {
  /// A name and a value of a query or a form.
  struct Pair: Sendable, Hashable, Comparable {
    var name: String
    var value: String

    static func < (left: Pair, right: Pair) -> Bool {
      (left.name, left.value) < (right.name, right.value)
    }
  }

  /// The scheme and the authority in lower case, without the scheme's own port, such as
  /// `https://news.example`.
  package var origin: String

  /// The segments of the path as written; a path of `/` has one empty segment.
  var segments: [Substring]

  /// The pairs of the query, in order; `nil` if the URL has no `?`.
  var query: [Pair]?

  /// Reads a URL.
  package init(_ url: String) {
    let address = url.prefix { $0 != "#" }
    let locator = address.prefix { $0 != "?" }
    if locator.endIndex < address.endIndex {
      query = Self.pairs(of: address[locator.endIndex...].dropFirst())
    }
    let parts = locator.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    origin = parts.prefix(3).joined(separator: "/").lowercased()
    let ownPort = ":\(Self.port(of: origin.prefix { $0 != ":" }))"
    if origin.hasSuffix(ownPort) { origin.removeLast(ownPort.count) }
    segments =
      parts.count > 3 ? parts[3].split(separator: "/", omittingEmptySubsequences: false) : [""]
  }

  /// Returns whether the line of a request may be another form of the same address.
  static func hasOtherForms(_ line: String) -> Bool {
    let url = line.utf8.drop { $0 != UInt8(ascii: " ") }
    return url.contains { "?%".utf8.contains($0) || 0x41...0x5A ~= $0 }
      || url.count { $0 == UInt8(ascii: ":") } > 1
  }

  /// The scheme, such as `https`.
  var scheme: Substring { origin.prefix { $0 != ":" } }

  /// The name of the server without its port.
  var host: String? { URL(string: origin)?.host() }

  /// The port, which is the scheme's own one if the URL has none.
  var port: String { URL(string: origin)?.port.map(String.init) ?? Self.port(of: scheme) }

  private static func port(of scheme: Substring) -> String {
    ["https", "wss"].contains(scheme) ? "443" : "80"
  }

  /// The path without percent escapes, such as `/users/42`.
  var path: String { "/" + segments.map(Self.decoded).joined(separator: "/") }

  /// Returns the pairs of a query or of a form.
  static func pairs(of text: Substring) -> [Pair] {
    text.replacing("+", with: " ").split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      return Pair(name: decoded(name), value: decoded(pair[name.endIndex...].dropFirst()))
    }
  }

  /// Returns pairs as a mapping, in which a name that is there several times has a list.
  static func mapping(of pairs: [Pair]) -> Value {
    // A form may have thousands of fields.
    let values = Dictionary(grouping: pairs, by: \.name)
    return .mapping(
      pairs.map(\.name).withoutRepeats().map { name in
        let all = (values[name] ?? []).map { Value.text($0.value) }
        return Value.Pair(name, all.count == 1 ? all[0] : .list(all))
      })
  }

  /// Returns a text without percent escapes, or unchanged if they are invalid.
  static func decoded(_ text: some StringProtocol) -> String {
    text.removingPercentEncoding ?? String(text)
  }
}
