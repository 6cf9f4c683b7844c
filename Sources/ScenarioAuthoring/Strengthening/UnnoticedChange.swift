/// A change of a value that a story gives, after which all its scenarios pass.
package struct UnnoticedChange: Sendable, Hashable, Codable {
  /// The path of the story file.
  package let path: String
  /// The line of the value, from 1.
  package let line: Int
  /// The column of the value, from 1.
  package let column: Int
  /// The value with its key, such as `minutes: 12`.
  package let value: String
  /// The notation that may take its place.
  package let other: String
  /// The number of scenarios that pass with it.
  package let scenarios: Int
  /// The check that would notice it.
  package let check: NoticingCheck
}

/// A check that would notice changes, as it is proven: its scenario passes with it, and fails after
/// each change.
package struct NoticingCheck: Sendable, Hashable, Codable {
  /// The titles of the scenario.
  package let titles: [String]
  /// The line of the scenario, from 1.
  package let line: Int
  /// The sentence of the observation.
  package let sentence: String
  /// The value that it has, in one line: only what would differ.
  package let data: String
}
