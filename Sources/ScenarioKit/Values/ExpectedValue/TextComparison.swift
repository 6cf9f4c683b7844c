import Foundation
import ScenarioLanguage

/// A comparison that finds differences between two texts that are easily overlooked.
struct TextComparison {
  let expected: String
  let actual: String

  /// Returns the note on the two texts; `nil` if the difference is easy to see.
  func note(for node: Node) -> String? {
    if let note = noteOnLastLineBreak(node) { return note }
    if Self.visible(expected) == Self.visible(actual) {
      return "only white space or invisible characters differ: \(firstDifference)"
    }
    if expected.lowercased() == actual.lowercased() { return "only the letter case differs" }
    if SimilarLetters.latin(expected) == SimilarLetters.latin(actual) {
      return "only similar-looking letters differ: \(firstDifference)"
    }
    if Self.isQuoted(expected), expected.dropFirst().dropLast() == actual {
      return "the quotes are part of the text; a text in YAML needs none, or \" or '"
    }
    if let date = ISO8601.date(expected, zone: .gmt), date == ISO8601.date(actual, zone: .gmt) {
      return "both are the same moment in different notations"
    }
    return nil
  }

  /// Whether a text has the quotes of a word processor around it, which YAML does not know.
  private static func isQuoted(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last, text.count > 2 else { return false }
    return "“„«»‘‚".contains(first) && "”“»«’‘".contains(last)
  }

  /// Returns a text without white space and invisible characters.
  static func visible(_ text: String) -> String {
    var result = text.unicodeScalars
    result.removeAll { $0.properties.isWhitespace || Notation.isInvisible($0) }
    return String(result)
  }

  /// Returns the note on a final line break, such as the one that a `|` block always ends with.
  private func noteOnLastLineBreak(_ node: Node) -> String? {
    if expected == actual + "\n" {
      let words = "the expected text ends with a line break, but the actual text doesn't"
      switch node.content {
      case .scalar(_, .literal): return words + "; use |- to omit it"
      case .scalar(_, .folded): return words + "; use >- to omit it"
      default: return words
      }
    }
    if actual == expected + "\n" {
      return "the actual text ends with a line break, but the expected text doesn't"
    }
    return nil
  }

  private var firstDifference: String {
    let expectedScalars = Array(expected.unicodeScalars)
    let actualScalars = Array(actual.unicodeScalars)
    let count = zip(expectedScalars, actualScalars).prefix { $0 == $1 }.count
    let before = String(String.UnicodeScalarView(expectedScalars[..<count]))
    let wanted = expectedScalars.count > count ? Self.name(expectedScalars[count]) : "its end"
    let found =
      actualScalars.count > count ? "there is \(Self.name(actualScalars[count]))" : "it ends"
    return "at \(Self.position(after: before)) \(wanted) was expected, but \(found)"
  }

  private static func position(after text: String) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let column = lines.last.map { String($0).count + 1 } ?? 1
    return lines.count > 1 ? "line \(lines.count), character \(column)" : "character \(column)"
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    let names: [Unicode.Scalar: String] = [
      " ": "a space", "\n": "a line break", "\t": "a tab", "\r": "a carriage return",
    ]
    if let name = names[scalar] { return name }
    if 0x20..<0x7F ~= scalar.value { return "\"\(scalar)\"" }
    let code = "U+" + Notation.hexadecimal(scalar, width: 4)
    return scalar.properties.name.map { "\(code) \($0)" } ?? code
  }
}

/// Letters of other scripts that look like Latin ones, typed with the wrong keyboard layout.
private enum SimilarLetters {
  private static let latinLetters: [Unicode.Scalar: Unicode.Scalar] = {
    let others = "АВЕЅІЈКМНОРСТУХасеѕіјорух" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
    let latin = "ABESIJKMHOPCTYXacesijopyx" + "ABEZHIKMNOPTYXo"
    let pairs = zip(others.unicodeScalars, latin.unicodeScalars)
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  static func latin(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { latinLetters[$0] ?? $0 }))
  }
}
