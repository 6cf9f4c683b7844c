import Foundation
import ScenarioLanguage
import Synchronization

extension NodeDecoding {
  /// Decodes a type that this decoder supports directly; returns `nil` for any other type.
  func native<T: Decodable>(_ type: T.Type) throws(DataError) -> T? {
    let value: Any
    if foreignTypes.withLock({ $0.contains(ObjectIdentifier(type)) }) { return nil }
    switch type {
    case is String.Type:
      value = try scalar("a text", hints: isNull ? ["Write \"\" for an empty text."] : []).text
    case is Int.Type: value = try integer(Int.self)
    case is Bool.Type: value = try bool()
    case is Double.Type: value = try number()
    case is Float.Type: value = try Float(number())
    case is Decimal.Type:
      value = try read("a number", where: NumberText.isDecimal, as: NumberText.decimal) as Decimal
    case let type as any FixedWidthInteger.Type: value = try integer(type)
    case is Date.Type:
      value = try read("a date such as 2021-09-27T12:07:24Z") {
        ISO8601.date($0, zone: .gmt)
      }
    case is URL.Type:
      value = try read("a URL such as https://example.com/") {
        URL(string: $0, encodingInvalidCharacters: false)
      }
    case is UUID.Type:
      value = try read("a UUID such as 6F9619FF-8B86-D011-B42D-00CF4FC964FF") {
        UUID(uuidString: $0)
      }
    case is Data.Type: value = try read("base64 data") { Data(base64Encoded: $0) }
    case is Duration.Type: value = try duration()
    case let type as any DecodableDictionary.Type:
      guard node.entries != nil else { return nil }
      value = try type.read(self)
    default:
      foreignTypes.withLock { _ = $0.insert(ObjectIdentifier(type)) }
      return nil
    }
    return value as? T
  }

  /// Returns the node as a scalar, and throws an error if it is not one.
  private func scalar(_ wanted: String, hints: [Message] = []) throws(DataError) -> Node.Scalar {
    try refuseTag()
    guard let scalar = node.scalar, !scalar.isNull else { throw unexpected(wanted, hints: hints) }
    return scalar
  }

  private func read<Result>(
    _ wanted: String, _ reading: (String) -> Result?
  ) throws(DataError) -> Result {
    guard let result = reading(try scalar(wanted).text) else { throw unexpected(wanted) }
    return result
  }

  private func bool() throws(DataError) -> Bool {
    let scalar = try scalar("true or false")
    if scalar.text == "true" || scalar.text == "false" {
      guard scalar.isPlain else { throw unexpected("true or false", hints: [unquoted(scalar)]) }
      return scalar.text == "true"
    }
    let words = [
      "true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false",
    ]
    let hint = words[scalar.text.lowercased()].map { didYouMean($0) }
    throw unexpected("true or false", hints: hint.map { [$0] } ?? [])
  }

  private func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type
  ) throws(DataError) -> Integer {
    try read(
      "a whole number", where: NumberText.isInteger, as: Integer.init(_:),
      orElse: {
        "expected a whole number from \(Integer.min) to \(Integer.max), but this is \($0)"
      })
  }

  private func number() throws(DataError) -> Double {
    try read("a number", where: NumberText.isNumber, as: NumberText.number)
  }

  /// Reads a number, which must not be in quotes.
  private func read<Number>(
    _ wanted: String, where isNumber: (String) -> Bool, as number: (String) -> Number?,
    orElse message: (String) -> Message = { _ in "this number is too large" }
  ) throws(DataError) -> Number {
    let scalar = try scalar(wanted)
    guard isNumber(scalar.text) else { throw unexpected(wanted) }
    guard scalar.isPlain else { throw unexpected(wanted, hints: [unquoted(scalar)]) }
    guard let number = number(scalar.text) else {
      throw DataError(message(scalar.text), at: node.range)
    }
    return number
  }

  private func duration() throws(DataError) -> Duration {
    let text = try scalar("a duration such as 100 ms").text
    do throws(DurationText.Problem) {
      return try DurationText.duration(from: text)
    } catch {
      throw DataError(error.text, at: node.range, hints: error.advice)
    }
  }

  private func unquoted(_ scalar: Node.Scalar) -> Message {
    "Write it without quotes: \(scalar.text)"
  }
}

/// A cache of the types that decode themselves, because the check can take as long as decoding.
private let foreignTypes = Mutex<Set<ObjectIdentifier>>([])

/// A dictionary, which is decoded entry by entry, so that its keys can be of any scalar type.
private protocol DecodableDictionary {
  static func read(_ decoding: NodeDecoding) throws(DataError) -> Any
}

extension Dictionary: DecodableDictionary where Key: Decodable, Value: Decodable {
  fileprivate static func read(_ decoding: NodeDecoding) throws(DataError) -> Any {
    let entries = try decoding.entries()
    var result = Self(minimumCapacity: entries.count)
    for entry in entries {
      let name = PathKey(entry.key.text ?? "")
      let key = try self.key(decoding.inside(entry.key, name), name)
      let value = try decoding.inside(entry.value, name).decodeValue(Value.self)
      if result.updateValue(value, forKey: key) != nil {
        throw DataError("the key \(entry.key.notation) occurs more than once", at: entry.key.range)
      }
    }
    return result
  }

  private static func key(_ decoding: NodeDecoding, _ name: PathKey) throws(DataError) -> Key {
    // As keys, `null` and the empty scalar are ordinary texts.
    if let text = decoding.node.text as? Key { return text }
    if !(Key.self is any RawRepresentable.Type), !(Key.self is any FixedWidthInteger.Type),
      let type = Key.self as? any CodingKeyRepresentable.Type,
      let key = type.init(codingKey: name) as? Key
    {
      return key
    }
    return try decoding.decodeValue(Key.self)
  }
}
