import ScenarioLanguage

/// How a story would have to change for what the app shows to be what it expects.
///
/// It is found in the process that runs a scenario and made in the one that has its file.
package struct Amendment: Sendable, Hashable, Codable {
  /// What becomes of the target.
  package enum Change: Sendable, Hashable, Codable {
    /// Another value stands in its place, and in that of its tag.
    case value(KeptValue)
    /// Another value stands behind its tag.
    case content(KeptValue)
    /// Elements of a list go, and others come.
    case elements(Elements)
    /// Keys are added to a mapping.
    case entries([Entry])
    /// A row of a timeline is drawn anew.
    case marbles(String)
    /// It can't be told, for a reason in words.
    case impossible(String)
  }

  /// Elements of a list that go, and others that come.
  package struct Elements: Sendable, Hashable, Codable {
    /// The indices of those that go.
    package var removed: Set<Int> = []
    /// Those that come, in the order of the list.
    package var inserted: [Arrival] = []
  }

  /// An element that comes to a place in a list.
  package struct Arrival: Sendable, Hashable, Codable {
    package enum Element: Sendable, Hashable, Codable {
      case value(KeptValue)
      /// One that is there already, and goes from its place, by its index.
      case moved(Int)
    }

    /// The index of the element before which it comes, counted as the list is now.
    package var index: Int
    package var element: Element
  }

  /// A key that comes to a mapping, and its value.
  package struct Entry: Sendable, Hashable, Codable {
    package var key: String
    package var value: KeptValue
  }

  private let sentTarget: SentNode

  package let change: Change

  /// Whether anything can be changed at all.
  package var isPossible: Bool {
    if case .impossible = change { false } else { true }
  }

  /// The piece of the story that changes, as the check has it.
  package var target: Node { sentTarget.node }

  package init(_ target: Node, _ change: Change) {
    sentTarget = SentNode(target)
    self.change = change
  }

  package static func impossible(_ target: Node, because reason: String) -> Amendment {
    Amendment(target, .impossible(reason))
  }
}

extension Amendment {
  /// What makes an expectation match a value that is of another kind or not the same.
  static func replacing(_ expected: ExpectedValue, with actual: Value) -> Amendment {
    let node = expected.node
    switch (expected.rule, actual) {
    case (.scalar, _), (.list, _), (.mapping(_, isExact: false), _), (.absent, _):
      return Amendment(node, .value(KeptValue(actual)))
    case (.count, .list(let elements)):
      return counting(node, elements.count)
    case (.count, .text(let text)):
      return counting(node, text.count)
    default:
      return impossible(node, because: "\(node.notation) is a rule, not a value")
    }
  }

  private static func counting(_ node: Node, _ count: Int) -> Amendment {
    Amendment(node, .content(KeptValue(.integer(Int64(count)))))
  }

  /// What makes an expectation match nothing.
  static func removing(_ expected: ExpectedValue) -> Amendment {
    replacing(expected, with: .absent)
  }

  /// What makes a list have those elements that it should have and no others.
  ///
  /// - Parameters:
  ///   - expected: The list, or the table of one.
  ///   - elements: What goes and what comes.
  ///   - values: All that there is.
  static func changing(
    _ expected: ExpectedValue, _ elements: Elements, of count: Int, to values: [Value]
  ) -> Amendment {
    var target = expected.node
    var (elements, values) = (elements, values)
    if let (columns, rows) = target.table {
      target = rows
      elements.inserted = elements.inserted.map { $0.row(of: columns) }
      values = values.map { $0.row(of: columns) }
    }
    // A list of which nothing is left is written anew.
    guard elements.removed.count < count else {
      return Amendment(target, .content(KeptValue(.list(values))))
    }
    return Amendment(target, .elements(elements))
  }

  /// What makes a mapping have keys that it doesn't expect.
  static func adding(_ pairs: [Value.Pair], to expected: ExpectedValue) -> Amendment {
    guard case .mapping(let entries) = expected.node.content, !entries.isEmpty else {
      return Amendment(expected.node, .content(KeptValue(.mapping(pairs))))
    }
    return Amendment(
      expected.node, .entries(pairs.map { .init(key: $0.key, value: KeptValue($0.value)) }))
  }
}

extension Amendment.Elements {
  /// What has to go and come by the steps through an expected list and the values that there are.
  init(_ steps: [ListAlignment.Step], _ values: [Value]) {
    var arrivals: [(place: Int, element: Amendment.Arrival.Element)] = []
    var anchors: [(index: Int, place: Int)] = []
    var end = 0
    // What both lists begin with is left out, so the first step tells where they are.
    if case .unexpected(let places) = steps.first { end = places.lowerBound }
    for step in steps {
      switch step {
      case .pair(let index, let place):
        anchors.append((index, place))
        end = index + 1
      case .missing(let index):
        removed.insert(index)
        end = index + 1
      case .moved(let index, let place):
        removed.insert(index)
        arrivals.append((place, .moved(index)))
        end = index + 1
      case .unexpected(let places):
        arrivals += places.map { ($0, .value(KeptValue(values[$0]))) }
      }
    }
    var next = anchors[...]
    for (place, element) in arrivals.sorted(by: { $0.place < $1.place }) {
      next = next.drop { $0.place < place }
      inserted.append(Amendment.Arrival(index: next.first?.index ?? end, element: element))
    }
  }
}

extension Amendment.Arrival {
  /// A mapping as the row of a table.
  fileprivate func row(of columns: [String]) -> Amendment.Arrival {
    guard case .value(let value) = element else { return self }
    return Self(index: index, element: .value(KeptValue(value.value.row(of: columns))))
  }
}

extension Node {
  /// The names of the columns and the list of rows of a list that is written as a table.
  fileprivate var table: (columns: [String], rows: Node)? {
    guard case .mapping = content, let columns = self["columns"], let rows = self["rows"],
      case .sequence(let names) = columns.content
    else { return nil }
    return (names.compactMap(\.text), rows)
  }
}

extension Value {
  /// A mapping as the row of a table.
  fileprivate func row(of columns: [String]) -> Value {
    .list(columns.map { self[$0] ?? .absent })
  }
}
