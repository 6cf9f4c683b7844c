import ScenarioKit
import ScenarioLanguage

// Reads what stories write of answers without a decoder: nearly every scenario has an answer, and
// to decode that takes longer than to understand all the rest of it.
//
// Known are the usual ways to write one. All others, among them everything that is wrong, are
// `nil`: the decoder has the words for that.

extension AnswerData {
  /// What can be written of an answer, key by key.
  struct Keys: Decodable, Sendable {
    var after: Duration?
    var times: Int?
    var file: Node?
    var json: Node?
    var text: String?
    var status: Int?
    var headers: [String: String]?
    var fails: Node?
  }
}

extension AnswerData.Keys {
  init?(usual node: Node) {
    guard let entries = node.usualEntries else { return nil }
    for (name, value) in entries {
      switch name {
      case "after": after = value.usualDuration
      case "times": times = value.usualNumber
      case "file": file = value
      case "json": json = value
      case "text": text = value.scalar?.text
      case "status": status = value.usualNumber
      case "fails": fails = value
      default: return nil
      }
    }
    guard entries.count == count else { return nil }
  }

  /// How many keys there are.
  private var count: Int {
    [
      after != nil, times != nil, file != nil, json != nil, text != nil, status != nil,
      fails != nil,
    ].count { $0 }
  }
}

extension FailureData {
  /// What can be written of a failure, key by key.
  struct Keys: Decodable {
    var error: Node
    var after: Duration?
    var times: Int?
  }
}

extension FailureData.Keys {
  init?(usual node: Node) {
    guard let entries = node.usualEntries,
      let error = entries.first(where: { $0.name == "error" })?.value
    else { return nil }
    self.error = error
    for (name, value) in entries where name != "error" {
      switch name {
      case "after": after = value.usualDuration
      case "times": times = value.usualNumber
      default: return nil
      }
    }
    guard entries.count == 1 + (after == nil ? 0 : 1) + (times == nil ? 0 : 1) else { return nil }
  }
}

extension Node {
  /// The entries of a mapping where nothing has a tag and no value is left out.
  fileprivate var usualEntries: [(name: String, value: Node)]? {
    guard tag == nil, let entries else { return nil }
    var usual: [(name: String, value: Node)] = []
    for entry in entries {
      guard let name = entry.key.text, entry.value.tag == nil,
        entry.value.scalar?.isNull != true
      else { return nil }
      usual.append((name, entry.value))
    }
    return usual
  }

  fileprivate var usualNumber: Int? {
    guard let scalar, scalar.isPlain, NumberText.isInteger(scalar.text) else { return nil }
    return Int(scalar.text)
  }

  fileprivate var usualDuration: Duration? {
    scalar.flatMap { try? DurationText.duration(from: $0.text) }
  }
}
