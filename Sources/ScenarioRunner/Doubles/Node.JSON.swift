import Foundation
import ScenarioLanguage

extension Node {
  /// The node as JSON.
  ///
  /// Plain scalars that JSON has a form for are that; all others are texts.
  func jsonData() throws -> Data {
    try JSONSerialization.data(
      withJSONObject: jsonObject,
      options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
  }

  private var jsonObject: Any {
    switch content {
    case .sequence(let elements): elements.map(\.jsonObject)
    case .mapping(let entries):
      Dictionary(
        entries.map { ($0.key.text ?? "", $0.value.jsonObject) },
        uniquingKeysWith: { first, _ in first })
    case .scalar(let text, .plain) where isNull || text == "true" || text == "false":
      isNull ? NSNull() : text == "true"
    case .scalar(let text, .plain) where text.wholeMatch(of: /-?(0|[1-9]\d*)/) != nil:
      Int(text) ?? text
    case .scalar(let text, .plain)
    where text.wholeMatch(of: /-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/) != nil:
      Double(text) ?? text
    case .scalar(let text, _): text
    }
  }
}
