/// The reason why a scenario is expected to fail, from `known issue:`.
package struct KnownIssue: Sendable, Hashable {
  /// The name or number of the issue, such as `LIST-7`.
  package var reason: Text

  /// The expected failures, each as its step or its message; empty if any failure is expected.
  package var failures: [Text] = []

  /// The value in the story.
  package let node: Node
}
