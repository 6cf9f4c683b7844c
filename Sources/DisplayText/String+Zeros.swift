extension String {
  /// Returns the digits with zeros before them, if they are fewer than a number.
  package func withZeros(to count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
}
