import Foundation
import ScenarioKit
import ScenarioLanguage

extension Node {
  /// Returns the node as JSON, with keys in the order of the file.
  ///
  /// Plain scalars that are valid in JSON are written unchanged, including all digits of numbers;
  /// all other scalars are written as strings.
  ///
  /// - Throws: ``DataError`` for a tag or for a key that is not text, which JSON doesn't support.
  func jsonData() throws -> Data {
    var text = ""
    try write(to: &text)
    return Data(text.utf8)
  }

  /// Throws an error if the node is a list or a mapping in JSON, but in quotes, so that it is a text.
  func refuseQuotedJSON(hint: String) throws(DataError) {
    guard let scalar, !scalar.isPlain, let first = scalar.text.first, "{[".contains(first),
      RequestBody.json(scalar.text) != nil
    else { return }
    throw DataError("JSON in quotes is a text", at: range, hints: [hint])
  }

  private func write(to text: inout String) throws {
    if let tag {
      throw DataError("JSON doesn't support tags, but this begins with \"\(tag)\"", at: range)
    }
    switch content {
    case .scalar(let scalar, let style):
      text += try style == .plain ? Self.json(plain: scalar, isNull: isNull) : Self.quoted(scalar)
    case .sequence(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        try element.write(to: &text)
      }
      text += "]"
    case .mapping(let entries):
      text += "{"
      for (index, entry) in entries.enumerated() {
        guard let key = entry.key.text else {
          throw DataError("a JSON key must be text", at: entry.key.range)
        }
        if index > 0 { text += "," }
        text += try Self.quoted(key) + ":"
        try entry.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func json(plain scalar: String, isNull: Bool) throws -> String {
    if isNull { return "null" }
    let hasForm =
      scalar == "true" || scalar == "false"
      || scalar.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/) != nil
    return try hasForm ? scalar : quoted(scalar)
  }

  fileprivate static func quoted(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(text), as: UTF8.self)
  }
}

extension Value {
  /// The value as JSON, with keys in their order; infinities become null.
  var json: String {
    get throws {
      switch self {
      case .absent: "null"
      case .bool(let bool): "\(bool)"
      case .integer(let integer): "\(integer)"
      case .number(let number): number.isFinite ? "\(number)" : "null"
      case .text(let text): try Node.quoted(text)
      case .list(let elements): "[\(try elements.map { try $0.json }.joined(separator: ","))]"
      case .mapping(let pairs):
        "{\(try pairs.map { "\(try Node.quoted($0.key)):\(try $0.value.json)" }.joined(separator: ","))}"
      }
    }
  }
}
