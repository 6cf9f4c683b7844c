/// A value that a story refers to by name.
package struct NamedValue: Sendable, Hashable {
  /// The name: that of a placeholder `<name>`; in a timeline, letters and digits, `#` or `|`.
  package var name: String

  /// The source range of the name.
  package var range: SourceRange

  package var value: Node
}
