import ScenarioKit
import ScenarioLanguage

// Reads the common forms of answers without a decoder. Nearly every scenario has an answer; with the
// decoder alone, planning takes 31 % more instructions.
//
// All other forms, including invalid ones, result in `nil`; the decoder then reports the errors.

extension AnswerData {
  /// The keys of an answer.
  struct Keys: Decodable, Sendable {
    var when: Node?
    var after: Duration?
    var times: Int?
    var base64: Node?
    var file: Node?
    var json: Node?
    var text: String?
    var status: Int?
    var headers: [String: String]?
    var fails: Node?
    var parts: Node?
    var staysOpen: Bool?
    var upload: Duration?

    enum CodingKeys: String, CodingKey {
      case when, after, times, base64, file, json, text, status, headers, fails, parts
      case staysOpen = "stays open"
      case upload
    }
  }
}

extension AnswerData.Keys {
  init?(commonForm node: Node) {
    guard let entries = node.commonEntries else { return nil }
    for (name, value) in entries {
      switch name {
      case "after": after = value.commonDuration
      case "times": times = value.commonNumber
      case "file": file = value
      case "json": json = value
      case "text": text = value.scalar?.text
      case "status": status = value.commonNumber
      case "fails": fails = value
      default: return nil
      }
    }
    guard entries.count == count else { return nil }
  }

  /// The number of keys that are present.
  private var count: Int {
    [
      after != nil, times != nil, file != nil, json != nil, text != nil, status != nil,
      fails != nil,
    ].count { $0 }
  }
}

extension FailureData {
  /// The keys of a failure.
  struct Keys: Decodable {
    var error: Node
    var after: Duration?
    var times: Int?
  }
}

extension FailureData.Keys {
  init?(commonForm node: Node) {
    guard let entries = node.commonEntries,
      let error = entries.first(where: { $0.name == "error" })?.value
    else { return nil }
    self.error = error
    for (name, value) in entries where name != "error" {
      switch name {
      case "after": after = value.commonDuration
      case "times": times = value.commonNumber
      default: return nil
      }
    }
    guard entries.count == 1 + (after == nil ? 0 : 1) + (times == nil ? 0 : 1) else { return nil }
  }
}

extension Node {
  /// The entries of a mapping; `nil` if anything has a tag or a value is missing.
  fileprivate var commonEntries: [(name: String, value: Node)]? {
    guard tag == nil, let entries else { return nil }
    var common: [(name: String, value: Node)] = []
    for entry in entries {
      guard let name = entry.key.text, entry.value.tag == nil,
        entry.value.scalar?.isNull != true
      else { return nil }
      common.append((name, entry.value))
    }
    return common
  }

  fileprivate var commonNumber: Int? {
    guard let scalar, scalar.isPlain, NumberText.isInteger(scalar.text) else { return nil }
    return Int(scalar.text)
  }

  fileprivate var commonDuration: Duration? {
    scalar.flatMap { try? DurationText.duration(from: $0.text) }
  }
}
