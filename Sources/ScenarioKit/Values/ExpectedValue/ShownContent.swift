import Foundation

/// A value in the form that stories compare: one line, or the parts that a mapping names.
package enum ShownContent<Parts: Codable>: Codable {
  case line(String)
  case parts(Parts)

  /// - Parameter line: The text for comparisons with anything but a mapping.
  package init(_ parts: @autoclosure () -> Parts, line: String, for expected: [ExpectedValue]) {
    let isMapping = !expected.isEmpty && expected.allSatisfy(\.isForMapping)
    self = isMapping ? .parts(parts()) : .line(line)
  }

  /// Reads parts, from which the keys become known.
  package init(from decoder: any Decoder) throws { self = .parts(try Parts(from: decoder)) }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .line(let line): try line.encode(to: encoder)
    case .parts(let parts): try parts.encode(to: encoder)
    }
  }
}

/// Views of bytes, which a mapping names.
package struct ContentParts: Codable {
  private var text: String?
  /// The text as data, if it is JSON.
  private var json: AnyData?
  /// The bytes.
  private var base64: String?

  /// Creates the views that mappings name.
  ///
  /// - Parameter text: The bytes as text; `nil` if they are none.
  package init(of data: Data, text: String?, for expected: [ExpectedValue]) {
    let names = Set(expected.flatMap(\.entries).map(\.key))
    if names.contains("base64") { base64 = data.base64EncodedString() }
    guard let text else { return }
    if names.contains("json") { json = Value(json: text).map(AnyData.init) }
    // A text that is no JSON is shown instead of it.
    if names.contains("text") || json == nil { self.text = text }
  }
}
