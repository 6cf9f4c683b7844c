import ScenarioLanguage

/// How a story would have to change for what the app shows to be what it expects.
package struct Amendment: Sendable, Hashable {
  /// What becomes of the target.
  enum Change: Sendable, Hashable {
    /// Another value stands in its place, and in that of its tag.
    case value(Value)
    /// Another value stands behind its tag.
    case content(Value)
    /// Elements of a list go, and others come.
    case elements(Elements)
    /// Keys are added to a mapping.
    case keys([Value.Pair])
    /// A row of a timeline is drawn anew.
    case marbles(String)
    /// It can't be told, for a reason in words.
    case impossible(String)
  }

  /// Elements of a list that go, and others that come.
  struct Elements: Sendable, Hashable {
    /// The indices of those that go.
    var removed: Set<Int> = []
    /// Those that come, by the index before which they do, counted as the list is now.
    var inserted: [Int: [Arrival]] = [:]
  }

  /// An element that comes to a place in a list.
  enum Arrival: Sendable, Hashable {
    case value(Value)
    /// One that is there already, and goes from its place, by its index.
    case moved(Int)
  }

  /// The piece of the story that changes, as the check has it.
  let target: Node

  let change: Change

  /// Whether anything can be changed at all.
  package var isPossible: Bool {
    if case .impossible = change { false } else { true }
  }

  init(_ target: Node, _ change: Change) {
    self.target = target
    self.change = change
  }

  static func impossible(_ target: Node, because reason: String) -> Amendment {
    Amendment(target, .impossible(reason))
  }
}

extension Amendment {
  /// What makes an expectation match a value that is of another kind or not the same.
  static func replacing(_ expected: ExpectedValue, with actual: Value) -> Amendment {
    let node = expected.node
    switch (expected.rule, actual) {
    case (.scalar, _), (.list, _), (.mapping(_, isExact: false), _), (.absent, _):
      return Amendment(node, .value(actual))
    case (.count, .list(let elements)):
      return Amendment(node, .content(.integer(Int64(elements.count))))
    case (.count, .text(let text)):
      return Amendment(node, .content(.integer(Int64(text.count))))
    default:
      return impossible(node, because: "\(node.notation) is a rule, not a value")
    }
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
      elements.inserted = elements.inserted.mapValues { $0.map { $0.row(of: columns) } }
      values = values.map { $0.row(of: columns) }
    }
    // A list of which nothing is left is written anew.
    guard elements.removed.count < count else {
      return Amendment(target, .content(.list(values)))
    }
    return Amendment(target, .elements(elements))
  }

  /// What makes a mapping have keys that it doesn't expect.
  static func adding(_ pairs: [Value.Pair], to expected: ExpectedValue) -> Amendment {
    guard case .mapping(let entries) = expected.node.content, !entries.isEmpty else {
      return Amendment(expected.node, .content(.mapping(pairs)))
    }
    return Amendment(expected.node, .keys(pairs))
  }
}

extension Amendment.Elements {
  /// What has to go and come by the steps through an expected list and the values that there are.
  init(_ steps: [ListAlignment.Step], _ values: [Value]) {
    var arrivals: [(place: Int, arrival: Amendment.Arrival)] = []
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
        arrivals += places.map { ($0, .value(values[$0])) }
      }
    }
    var next = anchors[...]
    for (place, arrival) in arrivals.sorted(by: { $0.place < $1.place }) {
      next = next.drop { $0.place < place }
      inserted[next.first?.index ?? end, default: []].append(arrival)
    }
  }
}

extension Amendment.Arrival {
  /// A mapping as the row of a table.
  fileprivate func row(of columns: [String]) -> Amendment.Arrival {
    switch self {
    case .value(let value): .value(value.row(of: columns))
    case .moved: self
    }
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
