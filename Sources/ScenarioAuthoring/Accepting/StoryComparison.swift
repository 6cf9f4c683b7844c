import ScenarioKit
import ScenarioLanguage

/// Compares two versions of a file, apart from the updates between them.
struct StoryComparison {
  private let updates: [SourceRange: ValueUpdate.Change]

  init(_ changes: [FileAcceptance.Change]) {
    updates = Dictionary(changes.map { ($0.range, $0.proposal.update.change) }) { one, _ in one }
  }

  /// Returns whether two versions of a file differ only in the updates.
  ///
  /// It compares the YAML first, then the steps of the stories. An example may give one value to a
  /// check and to an act, and only the check may change.
  func agrees(_ old: StoryFile, _ new: StoryFile) -> Bool {
    guard new.isRunnable, let before = old.source.documents, let after = new.source.documents
    else { return false }
    return before.elementsEqual(after) { same($0, $1) }
      && old.stories.map(\.doings) == new.stories.map(\.doings)
      && old.stories.flatMap(\.expected).elementsEqual(new.stories.flatMap(\.expected)) {
        same($0, $1)
      }
  }

  // MARK: - Comparing texts

  /// - Parameter updated: Whether updates are taken into account.
  private func same(_ old: Node, _ new: Node, updated: Bool = true) -> Bool {
    old.isEquivalent(to: new) { old, new in
      if updated, let change = updates[old.range] { return isUpdated(old, new, by: change) }
      return old.tag == new.tag && old.style == new.style ? nil : false
    }
  }

  private func isUpdated(_ old: Node, _ new: Node, by change: ValueUpdate.Change) -> Bool {
    switch change {
    case .value(let value): return new.expects(value.value)
    case .content(let value): return old.tag == new.tag && new.untagged.expects(value.value)
    case .marbles(let marbles): return new.text?.filter { !$0.isWhitespace } == marbles
    case .entries(let entries):
      guard case .mapping(let before) = old.content, case .mapping(let after) = new.content,
        old.tag == new.tag, after.count == before.count + entries.count
      else { return false }
      return zip(before, after).allSatisfy {
        $0.key.isEquivalent(to: $1.key) && same($0.value, $1.value)
      }
        && zip(entries, after.dropFirst(before.count)).allSatisfy {
          $0.key == $1.key.text && $1.value.expects($0.value.value)
        }
    case .elements(let elements):
      guard case .sequence(let before) = old.content, case .sequence(let after) = new.content,
        old.tag == new.tag
      else { return false }
      var expected: [(Node) -> Bool] = []
      for index in 0...before.count {
        for arrival in elements.inserted where arrival.index == index {
          switch arrival.element {
          case .value(let value): expected.append { $0.expects(value.value) }
          case .moved(let index): expected.append { same(before[index], $0, updated: false) }
          }
        }
        guard index < before.count, !elements.removed.contains(index) else { continue }
        expected.append { same(before[index], $0) }
      }
      return expected.elementsEqual(after) { $0($1) }
    case .impossible: return false
    }
  }
}

extension Story {
  /// The sentences of each scenario, without the data of checks.
  fileprivate var doings: [[String]] {
    let scenarios = scenarios.flatMap(\.withNested).map { scenario -> [String] in
      [scenario.skip?.string ?? "", scenario.knownIssue?.reason.string ?? ""]
        + scenario.tags.map(\.string)
    }
    return scenarios + allSteps.map(\.doings)
  }

  /// The data of checks.
  fileprivate var expected: [Node] {
    allSteps.filter { $0.purpose == .check }.flatMap(\.sentences).compactMap(\.data)
  }
}

extension Step {
  fileprivate var doings: [String] {
    let data = purpose == .check ? [] : sentences.map { $0.data?.notation ?? "" }
    let acts = (timeline?.acts ?? []).map { String($0.cells.map(\.character)) }
    let values = (timeline?.values ?? []).map(\.value.notation)
    let duration = timing?.duration ?? timeline?.step ?? .zero
    let words = ["\(purpose)", timing?.kind.word ?? "", "\(duration)"] + sentences.map(\.text)
    return words + data + acts + values
  }
}

extension Node {
  /// Returns whether a check with this data accepts a value.
  func expects(_ value: Value) -> Bool { (try? ExpectedValue(self))?.matches(value) ?? false }

  /// Returns whether two values are the same, regardless of their location.
  ///
  /// - Parameter judge: A function that decides about two values before their parts are compared.
  ///   If it returns `nil`, their parts are compared, or for scalars their texts.
  func isEquivalent(to other: Node, judge: (Node, Node) -> Bool? = { _, _ in nil }) -> Bool {
    if let verdict = judge(self, other) { return verdict }
    switch (content, other.content) {
    case (.scalar(let left, _), .scalar(let right, _)): return left == right
    case (.sequence(let left), .sequence(let right)):
      return left.elementsEqual(right) { $0.isEquivalent(to: $1, judge: judge) }
    case (.mapping(let left), .mapping(let right)):
      return left.elementsEqual(right) {
        $0.key.isEquivalent(to: $1.key) && $0.value.isEquivalent(to: $1.value, judge: judge)
      }
    case (.scalar, _), (.sequence, _), (.mapping, _): return false
    }
  }
}
