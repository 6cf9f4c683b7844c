import Foundation
import ScenarioLanguage

/// Says what the eye may miss about two texts that are not equal.
struct TextComparison {
  let expected: String
  let actual: String

  /// The note on the two; `nil` where the difference can be seen.
  func note(for node: Node) -> String? {
    if let note = noteOnLastLineBreak(node) { return note }
    if Self.visible(expected) == Self.visible(actual) {
      return "only white space or invisible characters differ: \(firstDifference)"
    }
    if expected.lowercased() == actual.lowercased() { return "only upper and lower case differ" }
    if LookAlikes.latin(expected) == LookAlikes.latin(actual) {
      return "only letters that look alike differ: \(firstDifference)"
    }
    if let date = ISO8601.date(expected, zone: .gmt), date == ISO8601.date(actual, zone: .gmt) {
      return "both are the same moment, written in different ways"
    }
    return nil
  }

  /// A text without anything that can't be seen.
  static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where !scalar.properties.isWhitespace && !Notation.isInvisible(scalar) {
      result.append(scalar)
    }
    return String(result)
  }

  /// A `|` block ends with a line break, which its author rarely thinks of.
  private func noteOnLastLineBreak(_ node: Node) -> String? {
    if expected == actual + "\n" {
      let words = "the expected text ends with a line break, the actual one doesn't"
      switch node.content {
      case .scalar(_, .literal): return words + "; |- leaves it out"
      case .scalar(_, .folded): return words + "; >- leaves it out"
      default: return words
      }
    }
    if actual == expected + "\n" {
      return "the actual text ends with a line break, the expected one doesn't"
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
    return "at \(Self.place(behind: before)) \(wanted) was expected, but \(found)"
  }

  private static func place(behind text: String) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let column = lines.last.map { String($0).count + 1 } ?? 1
    return lines.count > 1 ? "line \(lines.count), character \(column)" : "character \(column)"
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case " ": return "a space"
    case "\n": return "a line break"
    case "\t": return "a tab"
    case "\r": return "a carriage return"
    default: break
    }
    if scalar.value > 0x20 && scalar.value < 0x7F { return "\"\(scalar)\"" }
    let hexadecimal = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
    return scalar.properties.name.map { "\(code) \($0)" } ?? code
  }
}

/// Letters of other scripts that look like Latin ones, which slip in when the keyboard is switched.
private enum LookAlikes {
  private static let latinLetters: [Unicode.Scalar: Unicode.Scalar] = {
    let cyrillic = "АВЕЅІЈКМНОРСТУХасеѕіјорух"
    let latin = "ABESIJKMHOPCTYXacesijopyx"
    let greek = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
    let latinForGreek = "ABEZHIKMNOPTYXo"
    let pairs =
      Array(zip(cyrillic.unicodeScalars, latin.unicodeScalars))
      + Array(zip(greek.unicodeScalars, latinForGreek.unicodeScalars))
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }()

  static func latin(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(latinLetters[scalar] ?? scalar) }
    return String(result)
  }
}
