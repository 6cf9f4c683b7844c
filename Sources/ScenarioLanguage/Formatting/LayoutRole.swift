/// What a value is in a story, as far as its layout depends on it.
enum LayoutRole: Sendable, Equatable {
  case story
  /// The list below `scenarios:`.
  case scenarios
  case scenario
  /// The list below `steps:`, and a step in it.
  case steps, step
  case timeline
  /// The `when:` or `then:` of a timeline, whose marbles begin in a column.
  case rows(column: Int)
  /// A list of values that are compared with each other.
  case table
  case data

  /// The role of the value behind a key.
  func value(of key: String?) -> LayoutRole {
    switch (self, key) {
    case (.story, "scenarios"), (.scenario, "scenarios"): .scenarios
    case (.scenario, "steps"): .steps
    case (.scenario, "timeline"), (.step, "timeline"): .timeline
    case (.scenario, "examples"), (.table, "rows"): .table
    case (.timeline, "when"), (.timeline, "then"): .rows(column: 0)
    default: .data
    }
  }

  /// The role of an item.
  var item: LayoutRole {
    switch self {
    case .scenarios: .scenario
    case .steps: .step
    default: .data
    }
  }

  /// Whether an empty line stands between all members of a list or mapping.
  var isSpaced: Bool { self == .scenarios }

  /// Whether empty lines stand around a key.
  func isSection(_ key: String?) -> Bool {
    switch (self, key) {
    case (.story, "scenarios"), (.scenario, "scenarios"): true
    case (.story, "background"), (.story, "phrases"), (.story, "always"): true
    default: false
    }
  }

  /// Whether a list or mapping of this role is always told by indentation.
  var isNeverInBrackets: Bool {
    if case .rows = self { true } else { false }
  }
}
