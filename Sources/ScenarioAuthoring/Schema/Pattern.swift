import ScenarioKit
import ScenarioLanguage

/// Regular expressions for JSON Schema, in the syntax that JavaScript and Python share.
enum Pattern {
  /// A duration such as `1 min 30 s`, or a placeholder for one.
  static let duration: String = {
    let units = StoryLanguage.units.joined(separator: "|")
    return #"(?:(?:[0-9]+(?:\.[0-9]+)?\s*(?:\#(units))\s*)+|<[^<>]+>)"#
  }()

  /// A date, with or without a time of the day.
  static let dateAndTime =
    "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    + "(?:[Tt ](?:[01][0-9]|2[0-3]):[0-5][0-9].*)?$"

  /// A text that contains a placeholder, which can replace any part of a sentence.
  static let placeholder = "<[^<>]+>"

  /// The time words of all languages with their durations.
  static let timeWords: String = {
    let alternatives = Timing.Kind.allCases.map { kind in
      let words = choice(StoryLanguage.allWords(for: kind.word))
      return switch kind {
      case .eventually: words
      case .throughout, .never: "\(words) +(?=.*[1-9<])\(duration)"
      case .within, .after: "\(words) +\(duration)"
      }
    }
    return "^(?:" + alternatives.joined(separator: "|") + ")$"
  }()

  /// Returns a pattern that matches any of the given words.
  static func words(_ words: [String]) -> String { "^\(choice(words))$" }

  private static func choice(_ words: [String]) -> String {
    "(?:" + words.map(escaped).joined(separator: "|") + ")"
  }

  /// Returns a pattern that matches a sentence; the row of a timeline may omit its last parameter.
  static func sentence(_ expression: StepExpression, asRow: Bool = false) -> String {
    var parts = expression.parts
    var ending = ""
    if asRow, case .parameter(let type) = parts.last, case .text(var words) = parts.dropLast().last
    {
      parts.removeLast(2)
      while words.last == " " { words.removeLast() }
      ending = escaped(words) + "(?: \(regexp(of: type)))?"
    }
    let beginning = parts.text(
      words: escaped, optional: { "(?:\(escaped($0)))?" },
      alternatives: { "(?:" + $0.joined(separator: "|") + ")" }, parameter: regexp)
    return "^" + beginning + ending + "$"
  }

  /// Returns a pattern for a parameter; any text if engines may interpret its regexps differently.
  private static func regexp(of type: ParameterType) -> String {
    // Excludes escapes that JavaScript rejects, lookbehinds, inline options, possessive
    // quantifiers, and nested or intersected classes.
    let portable =
      #/(?:\\[dDsSwWbBnrtfv^$\\.*+?()\[\]{}|/]|\((?!\?)|\(\?[:=!]|[*+?}](?!\+)|\[(?![\[:])|&(?!&)|[^\\(*+?}\[&])*/#
    guard type.regexps.allSatisfy({ $0.wholeMatch(of: portable) != nil }) else { return ".+" }
    return "(?:" + type.regexps.joined(separator: "|") + ")"
  }

  private static func escaped(_ text: String) -> String {
    String(text.flatMap { #"^$\.*+?()[]{}|/"#.contains($0) ? ["\\", $0] : [$0] })
  }
}
