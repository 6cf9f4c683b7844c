/// The values that make one case of a scenario with `examples`.
public struct Example: Sendable, Hashable {
  /// A value and the name of its column.
  public struct Value: Sendable, Hashable {
    /// The name of the column, which is also the name of the placeholder `<name>`.
    public var name: String

    /// The value as written in the example.
    public var value: Node
  }

  /// The values, in the order of the columns.
  public var values: [Value]

  /// The source range of the example.
  public var range: SourceRange
}
