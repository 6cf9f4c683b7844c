/// Returns the hint that names what was probably meant, such as `Did you mean: scenarios`.
package func didYouMean(_ meant: some CustomStringConvertible) -> String {
  "Did you mean: \(meant)"
}

/// Returns the hint that names several texts that may have been meant, such as `Did you mean one of:
/// facts, feeds`; empty if there are none.
package func didYouMean(anyOf meant: [String]) -> [String] {
  meant.count > 1
    ? ["Did you mean one of: \(meant.joined(separator: ", "))"] : meant.map { didYouMean($0) }
}

/// Returns a number with its noun, such as `1 scenario` or `2 scenarios`.
///
/// - Parameter noun: A noun whose plural has an "s".
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
