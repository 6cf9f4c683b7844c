/// The role of a value in a story, which determines its layout.
enum LayoutRole: Sendable, Equatable {
  case story
  /// The list in `scenarios:`.
  case scenarios
  case scenario
  /// The list in `steps:`, and a step in it.
  case steps, step
  case timeline
  /// The `when:` or `then:` of a timeline, whose marbles begin in a column.
  case rows(column: Int)
  /// A list whose values are aligned.
  case table
  case data

  /// Returns the role of the value of a key.
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

  /// The role of the items of a list.
  var item: LayoutRole { self == .scenarios ? .scenario : self == .steps ? .step : .data }

  /// Returns whether empty lines surround a key.
  func isSection(_ key: String?) -> Bool {
    self == .scenario && key == "scenarios"
      || self == .story && ["scenarios", "background", "phrases", "always"].contains(key)
  }

  /// Whether a list or mapping of this role is always written without brackets.
  var isNeverInBrackets: Bool { if case .rows = self { true } else { false } }
}
