import Foundation
import ScenarioLanguage

extension Node {
  /// Returns the node as JSON, with keys in the order of the file.
  ///
  /// Plain scalars that are valid in JSON are written unchanged, including all digits of numbers;
  /// all other scalars are written as strings.
  ///
  /// - Throws: ``DataError`` for a tag or for a key that is not text, which JSON doesn't support.
  package func jsonData() throws -> Data { Data(try json().utf8) }

  /// Throws an error if the node is a list or a mapping in JSON, but in quotes, so that it is a
  /// text.
  package func refuseQuotedJSON(hint: String) throws(DataError) {
    guard let scalar, !scalar.isPlain, let first = scalar.text.first, "{[".contains(first),
      Value(json: scalar.text) != nil
    else { return }
    throw DataError("JSON in quotes is a text", at: range, hints: [hint])
  }

  private func json() throws -> String {
    if let tag {
      throw DataError("JSON doesn't support tags, but this begins with \"\(tag)\"", at: range)
    }
    switch content {
    case .scalar(let scalar, let style):
      return try style == .plain
        ? Self.json(plain: scalar, isNull: isNull) : Value.text(scalar).json()
    case .sequence(let elements):
      return try "[" + elements.map { try $0.json() }.joined(separator: ",") + "]"
    case .mapping(let entries):
      let pairs = try entries.map { entry -> String in
        guard let key = entry.key.text else {
          throw DataError("a JSON key must be text", at: entry.key.range)
        }
        return try Value.text(key).json() + ":" + entry.value.json()
      }
      return "{" + pairs.joined(separator: ",") + "}"
    }
  }

  private static func json(plain scalar: String, isNull: Bool) throws -> String {
    if isNull { return "null" }
    // The expression is compiled each time, so only for what begins like a number.
    let hasForm =
      scalar == "true" || scalar == "false"
      || scalar.first.map("-0123456789".contains) == true
        && scalar.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/) != nil
    return try hasForm ? scalar : Value.text(scalar).json()
  }

  /// Returns the bytes of a text in base64.
  package func base64Data() throws(DataError) -> Data {
    let text = scalar?.text.filter { !$0.isWhitespace }
    guard let bytes = text.flatMap({ Data(base64Encoded: $0) }) else {
      throw DataError(
        "\"base64\" needs bytes in base64, but \(foundInWords)", at: range,
        hints: ["Example: { base64: iVBORw0KGgo= }", "Or name a file: { file: fixtures/a.png }"])
    }
    return bytes
  }
}
