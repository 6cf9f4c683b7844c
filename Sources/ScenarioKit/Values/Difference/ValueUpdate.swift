import ScenarioLanguage

/// A change to a story that makes its expected values match what the app shows.
///
/// The update is found in the process that runs a scenario and applied in the process that has its
/// file.
package struct ValueUpdate: Sendable, Hashable, Codable {
  /// The change to the target.
  package enum Change: Sendable, Hashable, Codable {
    /// The node, including its tag, is replaced by a value.
    case value(CodableValue)
    /// The content after the node's tag is replaced by a value.
    case content(CodableValue)
    /// Elements of a list are removed and inserted.
    case elements(Elements)
    /// Keys are added to a mapping.
    case entries([Entry])
    /// A row of a timeline is redrawn.
    case marbles(String)
    /// No update is possible, for the given reason.
    case impossible(String)
  }

  /// Elements that are removed from a list and inserted into it.
  package struct Elements: Sendable, Hashable, Codable {
    /// The indices of the removed elements.
    package var removed: Set<Int> = []
    /// The inserted elements, in the order of the list.
    package var inserted: [Arrival] = []
  }

  /// An element that is inserted into a list.
  package struct Arrival: Sendable, Hashable, Codable {
    package enum Element: Sendable, Hashable, Codable {
      case value(CodableValue)
      /// An existing element that moves, by its current index.
      case moved(Int)
    }

    /// The index of the element before which it is inserted, in the list before the update.
    package var index: Int
    package var element: Element
  }

  /// A key that is added to a mapping, and its value.
  package struct Entry: Sendable, Hashable, Codable {
    package var key: String
    package var value: CodableValue
  }

  private let sentTarget: SentNode

  package let change: Change

  /// Whether the story can be updated.
  package var isPossible: Bool { if case .impossible = change { false } else { true } }

  /// The node of the story that changes, as read by the check.
  package var target: Node { sentTarget.node }

  package init(_ target: Node, _ change: Change) {
    sentTarget = SentNode(target)
    self.change = change
  }
}

extension ValueUpdate {
  /// Returns the update that makes an expectation match a different value.
  static func replacing(_ expected: ExpectedValue, with actual: Value) -> ValueUpdate {
    if case .matcher(let matcher) = expected.rule,
      let content = matcher.content(accepting: actual)
    {
      return ValueUpdate(expected.node, .content(CodableValue(content)))
    }
    return expected.refusal ?? ValueUpdate(expected.node, .value(CodableValue(actual)))
  }

  /// Returns the update that makes a list match the actual elements.
  ///
  /// - Parameters:
  ///   - expected: The list, or the table that represents one.
  ///   - change: The removed and inserted elements.
  ///   - elements: All expected elements.
  ///   - values: All actual values.
  static func changing(
    _ expected: ExpectedValue, _ change: Elements, of elements: [ExpectedValue], to values: [Value]
  ) -> ValueUpdate {
    let keepsSome = change.removed.count < elements.count
    for index in change.removed.sorted() {
      // A rule may move with the only value that it matches.
      let isKept =
        keepsSome && change.inserted.contains { $0.element == .moved(index) }
        && values.count { elements[index].matches($0) } == 1
      if !isKept, let refusal = elements[index].refusal { return refusal }
    }
    var target = expected.node
    var (change, values) = (change, values)
    if let (columns, rows) = target.untagged.columnsAndRows {
      let names = columns.compactMap(\.text)
      target = rows
      change.inserted = change.inserted.map { $0.row(of: names) }
      values = values.map { $0.row(of: names) }
    }
    // A list of which no element is left is rewritten as a whole.
    return ValueUpdate(
      target, keepsSome ? .elements(change) : .content(CodableValue(.list(values))))
  }

  /// Returns the update that adds unexpected keys to a mapping.
  static func adding(_ pairs: [Value.Pair], to expected: ExpectedValue) -> ValueUpdate {
    guard case .mapping(let entries) = expected.node.content, !entries.isEmpty else {
      return ValueUpdate(expected.node, .content(CodableValue(.mapping(pairs))))
    }
    return ValueUpdate(
      expected.node, .entries(pairs.map { .init(key: $0.key, value: CodableValue($0.value)) }))
  }
}

extension ExpectedValue {
  /// The refusal to replace the first rule in the value, which only its author can do; `nil` if
  /// there is none.
  fileprivate var refusal: ValueUpdate? {
    switch rule {
    case .absent, .scalar: nil
    case .list(let parts): parts.compactMap(\.refusal).first
    case .mapping(let entries, isExact: false): entries.compactMap(\.value.refusal).first
    case .mapping, .matcher:
      ValueUpdate(node, .impossible("\(node.notation) is a rule, not a value"))
    }
  }
}

extension ValueUpdate.Elements {
  /// Creates the removed and inserted elements from the alignment of an expected list with the
  /// actual values.
  init(_ steps: [ListAlignment.Step], _ values: [Value]) {
    var arrivals: [(position: Int, element: ValueUpdate.Arrival.Element)] = []
    var anchors: [(index: Int, position: Int)] = []
    var end = 0
    // The steps omit the common prefix of both lists, so the first step determines the start
    // position.
    if case .unexpected(let positions) = steps.first { end = positions.lowerBound }
    for step in steps {
      switch step {
      case .pair(let index, let position):
        anchors.append((index, position))
        end = index + 1
      case .missing(let index):
        removed.insert(index)
        end = index + 1
      case .moved(let index, let position):
        removed.insert(index)
        arrivals.append((position, .moved(index)))
        end = index + 1
      case .unexpected(let positions):
        arrivals += positions.map { ($0, .value(CodableValue(values[$0]))) }
      }
    }
    var next = anchors[...]
    for (position, element) in arrivals.sorted(by: { $0.position < $1.position }) {
      next = next.drop { $0.position < position }
      inserted.append(ValueUpdate.Arrival(index: next.first?.index ?? end, element: element))
    }
  }
}

extension ValueUpdate.Arrival {
  /// Returns a mapping as the row of a table.
  fileprivate func row(of columns: [String]) -> ValueUpdate.Arrival {
    guard case .value(let value) = element else { return self }
    return Self(index: index, element: .value(CodableValue(value.value.row(of: columns))))
  }
}

extension Value {
  /// Returns a mapping as the row of a table.
  fileprivate func row(of columns: [String]) -> Value { .list(columns.map { self[$0] ?? .absent }) }
}
