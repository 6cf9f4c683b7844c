/// Returns a number with its noun, such as `1 scenario` or `2 scenarios`.
///
/// - Parameter noun: A noun whose plural has an "s".
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
