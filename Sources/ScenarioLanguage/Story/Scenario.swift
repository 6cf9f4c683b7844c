/// One course of events in a story, and the scenarios that go on from where it ends.
public struct Scenario: Sendable, Hashable {
  /// What the scenario is called, behind `scenario:`; no other scenario beside it is called the
  /// same.
  public var title: Text

  /// The scenario's own tags, without a leading `@` and without those of its parents.
  public var tags: [Text]

  /// What happens, in the order in which it happens; empty where only the scenarios inside do
  /// anything.
  public var steps: [Step]

  /// The scenarios that each continue where this one left off.
  public var scenarios: [Scenario]

  /// Why the scenario is not run at all, behind `skip:`; `nil` where it is run.
  public var skip: Text?

  /// Why the scenario is expected to fail, behind `known issue:`; `nil` where it is expected to
  /// pass.
  public var knownIssue: Text?

  /// The values that fill its placeholders; `nil` where it has no `examples`.
  ///
  /// A scenario with examples is one scenario for each of them, with their values already in it.
  public var example: Example?

  /// Where the scenario stands, from its first key to behind its last value.
  public var range: SourceRange

  /// Creates a scenario.
  public init(
    title: Text, tags: [Text] = [], steps: [Step] = [], scenarios: [Scenario] = [],
    skip: Text? = nil, knownIssue: Text? = nil, example: Example? = nil, range: SourceRange
  ) {
    self.title = title
    self.tags = tags
    self.steps = steps
    self.scenarios = scenarios
    self.skip = skip
    self.knownIssue = knownIssue
    self.example = example
    self.range = range
  }
}

extension Scenario {
  /// The last line that belongs to the scenario itself: the one before the key above the scenarios
  /// nested in it, where there are any.
  public var ownLastLine: Int {
    // The range ends behind the last value, which is the beginning of the next line for a block.
    let end = range.end.column == 1 && range.end.line > range.start.line ? 1 : 0
    guard let nested = scenarios.map(\.range.start.line).min() else { return range.end.line - end }
    return max(title.range.start.line, nested - 2)
  }
}
