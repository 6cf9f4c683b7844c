import Foundation

/// JSON with each value on a line of its own, in which keys keep their order and numbers their
/// digits.
struct JSONLayout {
  /// A text or number in JSON.
  struct Scalar {
    /// The scalar as written in JSON, with its quotes.
    var written: String
    /// The nearest key with the name of a secret; `nil` if there is none.
    var secret: String?
    /// Whether the scalar is the value of that key, or an element of its value.
    var isDirect = false

    var isText: Bool { written.hasPrefix("\"") }
  }

  private let bytes: [UInt8]
  private let isSecret: (String) -> Bool
  private let change: (Scalar) -> String
  private var index = 0
  private var result = ""

  /// Returns JSON in this layout; `nil` for a text that is neither an object nor an array.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - isSecret: Returns whether a key has the name of a secret.
  ///   - change: Returns the JSON in place of a scalar.
  static func text(
    of json: String, isSecret: @escaping (String) -> Bool = { _ in false },
    changing change: @escaping (Scalar) -> String = \.written
  ) -> String? {
    let bytes = Array(json.utf8)
    guard let first = bytes.first(where: { !isSpace($0) }),
      first == .objectStart || first == .arrayStart,
      (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
    else { return nil }
    var layout = JSONLayout(bytes: bytes, isSecret: isSecret, change: change)
    layout.value(margin: "", Scalar(written: ""))
    return layout.result + "\n"
  }

  private init(
    bytes: [UInt8], isSecret: @escaping (String) -> Bool, change: @escaping (Scalar) -> String
  ) {
    self.bytes = bytes
    self.isSecret = isSecret
    self.change = change
  }

  // The text is valid, so each value ends before the bytes do.

  /// Writes the next value.
  ///
  /// - Parameter scalar: What is known of the value if it is a scalar.
  private mutating func value(margin: String, _ scalar: Scalar) {
    skipSpaces()
    switch bytes[index] {
    case .objectStart: contents(margin: margin, scalar, isObject: true)
    case .arrayStart: contents(margin: margin, scalar, isObject: false)
    default:
      var scalar = scalar
      scalar.written = bytes[index] == .quote ? text() : word()
      result += change(scalar)
    }
  }

  private mutating func contents(margin: String, _ scalar: Scalar, isObject: Bool) {
    let end: UInt8 = isObject ? .objectEnd : .arrayEnd
    result += isObject ? "{" : "["
    index += 1
    skipSpaces()
    let inner = margin + "  "
    let isEmpty = bytes[index] == end
    while bytes[index] != end {
      result += "\n" + inner
      var scalar = scalar
      if isObject {
        let key = text()
        result += key + ": "
        let name = Self.decoded(key)
        scalar.isDirect = isSecret(name)
        if scalar.isDirect { scalar.secret = name }
        skipSpaces()
        index += 1
      }
      value(margin: inner, scalar)
      skipSpaces()
      guard bytes[index] == .comma else { continue }
      result += ","
      index += 1
      skipSpaces()
    }
    index += 1
    result += (isEmpty ? "" : "\n" + margin) + (isObject ? "}" : "]")
  }

  private mutating func text() -> String {
    let start = index
    index += 1
    while bytes[index] != .quote { index += bytes[index] == .backslash ? 2 : 1 }
    index += 1
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func word() -> String {
    let start = index
    while index < bytes.count, !Self.isSpace(bytes[index]),
      ![.comma, .objectEnd, .arrayEnd].contains(bytes[index])
    { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipSpaces() {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// Returns the text that JSON in quotes stands for.
  static func decoded(_ written: String) -> String {
    (try? JSONDecoder().decode(String.self, from: Data(written.utf8))) ?? written
  }

  /// Returns a text as JSON in quotes.
  static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension UInt8 {
  fileprivate static let objectStart = UInt8(ascii: "{")
  fileprivate static let objectEnd = UInt8(ascii: "}")
  fileprivate static let arrayStart = UInt8(ascii: "[")
  fileprivate static let arrayEnd = UInt8(ascii: "]")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let backslash = UInt8(ascii: "\\")
}
