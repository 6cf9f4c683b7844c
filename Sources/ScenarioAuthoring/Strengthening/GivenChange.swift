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

  private static let failures = [TransportFailure.timedOut, .connectionLost].map(\.rawValue)

  /// Returns the changes of all values that the preparations of a file give, in its order.
  static func all(in file: StoryFile) -> [GivenChange] {
    let steps = file.stories.flatMap { $0.background + $0.scenarios.flatMap(\.allSteps) }
    let data = steps.filter { $0.purpose == .prepare }.flatMap(\.sentences).compactMap(\.data)
    // The data of a phrase is there for each use.
    return data.withoutRepeats(of: \.range.start.offset).flatMap { changes(of: $0) }
      .sorted { $0.range.start < $1.range.start }
  }

  private static func changes(of node: Node, key: String = "") -> [GivenChange] {
    // A tag has a meaning of its own, a file is another one's text, and times are explored.
    guard node.tag == nil, !["file", "times", "after"].contains(key) else { return [] }
    if let entries = node.entries {
      return entries.flatMap { changes(of: $0.value, key: $0.key.text ?? "") }
    }
    let own = node.range.start.line == node.range.end.line ? notations(inPlaceOf: node, key) : []
    return own.map { GivenChange(range: node.range, key: key, old: node.notation, new: $0) }
      + (node.items.map(Array.init) ?? []).flatMap { changes(of: $0) }
  }

  private static func notations(inPlaceOf node: Node, _ key: String) -> [String] {
    if let items = node.items {
      let reversed = Notation.list(items.reversed().map(\.notation))
      let others = items.count > 1 && reversed != node.notation ? ["[]", reversed] : ["[]"]
      return items.isEmpty ? [] : others
    }
    guard let text = node.text, !node.isNull, !text.contains("<") else { return [] }
    if key == "fails" { return Array(failures.filter { $0 != text }.prefix(1)) }
    if key == "status" { return [text.hasPrefix("2") ? "500" : "200"] }
    if node.style == .plain {
      if let truth = Bool(text) { return ["\(!truth)", "null"] }
      if let number = Int(text) { return ["\(number + 1)", "null"] }
      if let number = Double(text) { return ["\(number + 1)", "null"] }
    }
    return [Notation.quoted(text.changed), "null"]
  }

  /// The variation of the runs with the change.
  var variation: RunVariation { RunVariation(given: [.value(range, new)]) }
}

extension String {
  /// Another text of the same form: with another last digit, such as a date has, or one more letter.
  fileprivate var changed: String {
    guard let index = lastIndex(where: { "012345678".contains($0) }),
      let digit = self[index].wholeNumberValue
    else { return self + "x" }
    return self[..<index] + String(digit + 1) + self[self.index(after: index)...]
  }
}
