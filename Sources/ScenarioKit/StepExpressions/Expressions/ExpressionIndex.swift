/// An index that narrows many expressions down to the few that a sentence can match.
///
/// Every sentence of an expression begins with the expression's ``StepExpression/literalPrefix``.
/// The prefixes form a tree, so one walk along a sentence finds all candidates.
package struct ExpressionIndex: Sendable {
  private struct Node: Sendable {
    var children: [UInt8: Int] = [:]
    /// The expressions whose prefix ends here.
    var expressions: [Int] = []
  }

  private var nodes = [Node()]

  /// Creates an index of expressions, which are identified by their positions in the array.
  package init(_ expressions: [StepExpression]) {
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

  /// Returns the positions of all expressions that may match a sentence, in ascending order.
  package func candidates(for sentence: String) -> [Int] {
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
