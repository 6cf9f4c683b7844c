/// The values that make one case of a scenario with `examples`.
package struct Example: Sendable, Hashable {
  /// The values, with the names of their columns and in the order of these.
  package var values: [NamedValue]

  /// The source range of the example.
  package var range: SourceRange
}
