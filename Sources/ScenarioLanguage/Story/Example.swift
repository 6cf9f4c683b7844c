/// The values that make one case of a scenario with `examples`.
package struct Example: Sendable, Hashable {
  /// A value and the name of its column.
  package struct Value: Sendable, Hashable {
    /// The name of the column, which is also the name of the placeholder `<name>`.
    package var name: String

    /// The value as written in the example.
    package var value: Node
  }

  /// The values, in the order of the columns.
  package var values: [Value]

  /// The source range of the example.
  package var range: SourceRange
}
