/// A sequence of steps in a story, and the scenarios that continue from where it ends.
package struct Scenario: Sendable, Hashable {
  /// The title in `scenario:`, unique among the scenarios of the same list.
  package var title: Text

  /// The scenario's own tags, without a leading `@` and without the tags of its parents.
  package var tags: [Text] = []

  /// The steps in the order in which they run; empty if only the nested scenarios have steps.
  package var steps: [Step] = []

  /// The nested scenarios, each of which continues where this one ends.
  package var scenarios: [Scenario] = []

  /// The reason for skipping the scenario, from `skip:`; `nil` if it runs.
  package var skip: Text?

  /// The reason why the scenario is expected to fail, from `known issue:`; `nil` if it is expected
  /// to pass.
  package var knownIssue: KnownIssue?

  /// The values of the scenario's placeholders; `nil` if it has no `examples`.
  ///
  /// A scenario with examples becomes one scenario per example, with the values already filled in.
  package var example: Example?

  /// The source range of the scenario, from its first key to the end of its last value.
  package var range: SourceRange

  /// The steps of the scenario and of those nested in it.
  package var allSteps: [Step] { steps + scenarios.flatMap(\.allSteps) }

  /// The tags of the scenario and of those nested in it.
  package var allTags: [Text] { tags + scenarios.flatMap(\.allTags) }

  /// The last line of the scenario's own content.
  ///
  /// If the scenario has nested scenarios, this is the line before the key above them.
  package var ownLastLine: Int {
    // The range of a block ends at the start of the line after it.
    let end = range.end.column == 1 && range.end.line > range.start.line ? 1 : 0
    guard let nested = scenarios.map(\.range.start.line).min() else { return range.end.line - end }
    return max(title.range.start.line, nested - 2)
  }
}

extension [Scenario] {
  /// Returns the titles of each scenario, and of those nested in it, after those around them.
  func paths(after outer: [String]) -> [[String]] {
    flatMap { scenario in
      let own = outer + [scenario.title.string]
      return [own] + scenario.scenarios.paths(after: own)
    }
  }
}
