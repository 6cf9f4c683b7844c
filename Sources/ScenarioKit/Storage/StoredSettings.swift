import Foundation
import ScenarioLanguage

/// Settings in `UserDefaults.standard`, by their keys.
///
/// Values have their kinds in YAML: a date without quotes is a `Date`, and `{ json: … }` and
/// `{ base64: … }` are `Data`. `null` removes a setting.
struct StoredSettings: StoredData {
  let range: SourceRange
  private let entries: [Node.Entry]

  init(from decoder: any Decoder) throws {
    let node = try decoder.singleValueContainer().decode(Node.self)
    range = node.range
    guard let entries = node.entries.map(Array.init), !entries.isEmpty else {
      throw DataError(
        "settings need a mapping of their names, but \(node.foundForKeys)", at: range,
        hints: ["Example: { theme: dark, launches: 3 }"])
    }
    self.entries = entries
    for entry in entries where entry.value.scalar?.isNull != true { _ = try entry.value.setting }
  }

  func contradiction(to earlier: any StepData) -> Contradiction? {
    guard let earlier = earlier as? StoredSettings else { return nil }
    for entry in entries {
      let others = earlier.entries.filter { $0.key.text == entry.key.text }
      guard let other = others.first(where: { $0.value.notation != entry.value.notation }) else {
        continue
      }
      let (name, value) = (entry.key.text ?? "", other.value.notation.clipped(to: 60))
      return Contradiction(
        "the setting \(quoted: name) already has the value \(value)",
        hints: ["Remove one of the two values."])
    }
    return nil
  }

  func store() throws {
    _ = try StoredPath("~").url
    for entry in entries {
      let isRemoved = entry.value.scalar?.isNull == true
      UserDefaults.standard.set(
        isRemoved ? nil : try entry.value.setting, forKey: entry.key.text ?? "")
    }
  }

  /// All settings that the app reads, with those that it has registered.
  static var current: Value {
    get throws {
      _ = try StoredPath("~").url
      return Value(setting: UserDefaults.standard.dictionaryRepresentation())
    }
  }
}

extension StoredSettings: ShapedData { static var shape: DataShape { .dictionary(.anything) } }

extension Node {
  /// The node as `UserDefaults` stores it.
  fileprivate var setting: Any {
    get throws {
      if let tag = ownTag {
        throw DataError("a setting has no tag, but this begins with \"\(tag)\"", at: range)
      }
      if let items { return try items.map { try $0.setting } }
      if let entries {
        if entries.count == 1 {
          if let json = self["json"] { return try json.jsonData() }
          if let base64 = self["base64"] { return try base64.base64Data() }
        }
        return try Dictionary(
          entries.map { ($0.key.text ?? "", try $0.value.setting) }, uniquingKeysWith: { $1 })
      }
      guard let scalar, !scalar.isNull else {
        throw DataError(
          "a part of a setting can't be null", at: range, hints: ["Leave it out, or write \"\"."])
      }
      return scalar.setting
    }
  }
}

extension Node.Scalar {
  fileprivate var setting: Any {
    guard isPlain else { return text }
    if text == "true" || text == "false" { return text == "true" }
    if NumberText.isInteger(text), let integer = Int(text) { return integer }
    if NumberText.isNumber(text), let number = NumberText.number(text) { return number }
    // A date without a zone may be a text of the app's own.
    if text.wholeMatch(of: /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[-+]\d\d:?\d\d)/) != nil {
      return ISO8601.date(text, zone: .gmt) ?? text
    }
    return text
  }
}

extension Value {
  /// Creates the value of what `UserDefaults` stores.
  fileprivate init(setting: Any) {
    switch setting {
    case let bool as Bool: self = .bool(bool)
    case let integer as Int: self = .integer(Int64(integer))
    case let number as Double: self = .number(number)
    case let text as String: self = .text(text)
    case let date as Date: self = .text(ISO8601.text(of: date) ?? "\(date)")
    case let data as Data: self = Self(bytes: data)
    case let list as [Any]: self = .list(list.map(Value.init(setting:)))
    case let mapping as [String: Any]:
      self = .mapping(
        mapping.sorted { $0.key < $1.key }.map { Pair($0.key, Value(setting: $0.value)) })
    default: self = .text("\(setting)")
    }
  }

  private init(bytes: Data) {
    let isJSON = bytes.first.map { "{[".utf8.contains($0) } ?? false
    let json = isJSON ? Value(json: String(decoding: bytes, as: UTF8.self)) : nil
    self = .mapping([
      json.map { Pair("json", $0) } ?? Pair("base64", .text(bytes.base64EncodedString()))
    ])
  }
}
