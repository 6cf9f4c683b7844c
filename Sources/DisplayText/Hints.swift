/// Returns the hint that names what was probably meant, such as `Did you mean: scenarios`.
package func didYouMean(_ meant: some CustomStringConvertible) -> String {
  "Did you mean: \(meant)"
}

/// Returns the hint that names several texts that may have been meant, such as `Did you mean one
/// of: facts, feeds`; empty if there are none.
package func didYouMean(anyOf meant: [String]) -> [String] {
  meant.count > 1
    ? ["Did you mean one of: \(meant.joined(separator: ", "))"] : meant.map { didYouMean($0) }
}
