/// A colour or weight of text in a terminal, by its code.
package enum TerminalColor: String, CaseIterable, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
  case boldRed = "1;31"
  case boldYellow = "1;33"
  case boldCyan = "1;36"

  /// Returns a text in this colour, up to which and after which the terminal has its own.
  package func callAsFunction(_ text: String) -> String {
    text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
