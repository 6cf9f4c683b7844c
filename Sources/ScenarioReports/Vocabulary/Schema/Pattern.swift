import ScenarioLanguage
import ScenarioRunner
import StepExpressions

/// Regular expressions as JSON Schema has them: those of JavaScript, which Python and others read
/// too.
enum Pattern {
  /// A span of time such as `1 min 30 s`, or a placeholder for one.
  static let duration: String = {
    let units = StoryLanguage.units.sorted { $0.count > $1.count }.joined(separator: "|")
    return #"(?:(?:[0-9]+(?:\.[0-9]+)?\s*(?:\#(units))\s*)+|<[^<>]+>)"#
  }()

  /// A text with a placeholder in it, which may stand for any part of a sentence.
  static let placeholder = "<[^<>]+>"

  /// A text that is one of some words, whole.
  static func words(_ words: [String]) -> String {
    "^(?:" + words.map(escaped).joined(separator: "|") + ")$"
  }

  /// Time words of all languages with their durations, whole.
  static let timeWords: String = {
    let alternatives = StoryLanguage.timeWords.map { name in
      let words = StoryLanguage.allWords(for: name).map(escaped).joined(separator: "|")
      return name == "eventually" ? "(?:\(words))" : "(?:\(words)) +\(duration)"
    }
    return "^(?:" + alternatives.joined(separator: "|") + ")$"
  }()

  /// A sentence, whole; its last parameter may be left out where the rows of a timeline give it.
  static func sentence(_ expression: StepExpression, asRow: Bool = false) -> String {
    var parts = expression.parts
    var ending = ""
    if asRow, case .parameter(let type) = parts.last, case .text(var words) = parts.dropLast().last
    {
      parts.removeLast(2)
      while words.last == " " { words.removeLast() }
      ending = escaped(words) + "(?: \(regexp(of: type)))?"
    }
    return "^" + parts.map(regexp).joined() + ending + "$"
  }

  private static func regexp(of part: StepExpression.Part) -> String {
    switch part {
    case .text(let text): escaped(text)
    case .optional(let text): "(?:\(escaped(text)))?"
    case .alternatives(let alternatives):
      "(?:" + alternatives.map { $0.map(regexp).joined() }.joined(separator: "|") + ")"
    case .parameter(let type): regexp(of: type)
    }
  }

  /// What a parameter looks like; any text where its regexps would mean something else to an
  /// editor, or nothing.
  private static func regexp(of type: ParameterType) -> String {
    guard type.regexps.allSatisfy(isPortable) else { return ".+" }
    return "(?:" + type.regexps.joined(separator: "|") + ")"
  }

  /// Whether a regexp uses only what all engines read in the same way.
  private static func isPortable(_ regexp: String) -> Bool {
    // Escaped letters and signs that JavaScript knows; it refuses all others.
    let escapes = Set(#"dDsSwWbBnrtfv^$\.*+?()[]{}|/"#)
    var rest = regexp[...]
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let next = rest.popFirst(), escapes.contains(next) else { return false }
      } else if character == "(", rest.first == "?" {
        guard ["?:", "?=", "?!"].contains(rest.prefix(2)) else { return false }
      } else if "*+?}".contains(character), rest.first == "+" {
        return false
      } else if character == "[", rest.first == "[" || rest.first == ":" {
        return false
      } else if character == "&", rest.first == "&" {
        return false
      }
    }
    return true
  }

  /// A text in which nothing has a meaning of its own.
  static func escaped(_ text: String) -> String {
    String(text.flatMap { #"^$\.*+?()[]{}|/"#.contains($0) ? ["\\", $0] : [$0] })
  }
}
