/// Finds, among many expressions, the few that a sentence can be one of.
///
/// Every sentence of an expression begins with the expression's ``StepExpression/literalPrefix``.
/// The prefixes are the branches of a tree, so one walk along a sentence meets them all.
public struct ExpressionIndex: Sendable {
  private struct Node: Sendable {
    var children: [UInt8: Int] = [:]
    /// The expressions whose prefix ends here.
    var expressions: [Int] = []
  }

  private var nodes = [Node()]

  /// Takes the expressions, which are known by their positions from here on.
  public init(_ expressions: [StepExpression]) {
    for (position, expression) in expressions.enumerated() {
      var node = 0
      for byte in expression.literalPrefix.utf8 {
        if let child = nodes[node].children[byte] {
          node = child
        } else {
          nodes.append(Node())
          nodes[node].children[byte] = nodes.count - 1
          node = nodes.count - 1
        }
      }
      nodes[node].expressions.append(position)
    }
  }

  /// The positions of the expressions that may match a sentence, in their order; no other one does.
  public func candidates(for sentence: String) -> [Int] {
    var node = 0
    var found = nodes[0].expressions
    for byte in ComposedText(sentence).text.utf8 {
      guard let child = nodes[node].children[byte] else { break }
      node = child
      found += nodes[node].expressions
    }
    return found.sorted()
  }
}
