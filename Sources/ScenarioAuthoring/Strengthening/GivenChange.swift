import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// A change of one value that a story gives, such as an answer's `minutes: 12`.
struct GivenChange {
  /// The value in the file.
  let range: SourceRange
  /// The key of the value; empty for an element of a list.
  let key: String
  let old: String
  /// The notation in its place.
  let new: String

  /// Returns the changes of all values that the preparations of a file give, in its order.
  static func all(in file: StoryFile) -> [GivenChange] {
    var seen: Set<Int> = []
    var changes: [GivenChange] = []
    for story in file.stories {
      let steps = story.background + story.scenarios.flatMap(\.allSteps)
      // The data of a phrase is there for each use.
      for data in steps.filter({ $0.purpose == .prepare }).flatMap(\.sentences).compactMap(\.data)
      where seen.insert(data.range.start.offset).inserted { changes += Self.changes(of: data) }
    }
    return changes.sorted { $0.range.start < $1.range.start }
  }

  private static func changes(of node: Node, key: String = "") -> [GivenChange] {
    // A tag has a meaning of its own, a file is another one's text, and times are explored.
    guard node.tag == nil, !["file", "times", "after"].contains(key) else { return [] }
    if let entries = node.entries {
      return entries.flatMap { changes(of: $0.value, key: $0.key.text ?? "") }
    }
    if let items = node.items {
      return notations(inPlaceOf: Array(items), node).map { change(node, key, $0) }
        + items.flatMap { changes(of: $0) }
    }
    return notations(inPlaceOf: node, key: key).map { change(node, key, $0) }
  }

  private static func change(_ node: Node, _ key: String, _ new: String) -> GivenChange {
    GivenChange(range: node.range, key: key, old: node.notation, new: new)
  }

  private static func notations(inPlaceOf items: [Node], _ node: Node) -> [String] {
    guard node.isOneLine, !items.isEmpty else { return [] }
    let reversed = "[\(items.reversed().map(\.notation).joined(separator: ", "))]"
    return items.count > 1 && reversed != node.notation ? ["[]", reversed] : ["[]"]
  }

  private static func notations(inPlaceOf node: Node, key: String) -> [String] {
    guard node.isOneLine, let text = node.text, !node.isNull, !text.contains("<") else { return [] }
    if key == "fails" { return [text == "timed out" ? "connection lost" : "timed out"] }
    if key == "status" { return [text.hasPrefix("2") ? "500" : "200"] }
    guard node.style == .plain else { return [Notation.quoted(text.changed), "null"] }
    if let truth = Bool(text) { return ["\(!truth)", "null"] }
    if let number = Int(text) { return ["\(number + 1)", "null"] }
    if let number = Double(text) { return ["\(number + 1)", "null"] }
    return [Notation.quoted(text.changed), "null"]
  }

  /// The variation of the runs with the change.
  var variation: RunVariation { RunVariation(given: [.value(range, new)]) }
}

extension Node { fileprivate var isOneLine: Bool { range.start.line == range.end.line } }

extension String {
  /// Another text of the same form: with another last digit, such as a date has, or one more letter.
  fileprivate var changed: String {
    guard let index = lastIndex(where: { "012345678".contains($0) }),
      let digit = self[index].wholeNumberValue
    else { return self + "x" }
    return self[..<index] + String(digit + 1) + self[self.index(after: index)...]
  }
}
