import Foundation
import ScenarioLanguage

extension StepExpression {
  /// Returns an example of a sentence for this expression, such as `the reader taps "…"`.
  ///
  /// - Parameter sentence: A sentence whose numbers and quoted texts fill the parameters. Samples
  ///   fill the others.
  package func example(like sentence: String = "") -> String {
    var found = FoundParameters(in: String(sentence.unicodeScalars.prefix(1_000)))
    let arguments = found.texts(for: parameters)
    var result = ""
    var number = "1"
    var index = 0
    for part in parts {
      // Words before a number depend on it, too.
      let isBeforeNumber = index < parameters.count && parameters[index].isNumber
      let isOne = (isBeforeNumber ? arguments[index] : number) == "1"
      switch part {
      case .text(let text): result += text
      case .optional(let text): result += isOne ? "" : text
      case .alternatives(let alternatives):
        let meant = isOne ? alternatives.first : alternatives.last
        for case .text(let text) in meant ?? [] { result += text }
      case .parameter:
        let argument = arguments[index]
        if parameters[index].isNumber { number = argument }
        result += argument
        index += 1
      }
    }
    return result
  }
}

/// The texts of a sentence that can fill the parameters of an expression.
private struct FoundParameters {
  private let text: String
  private var used: [Range<String.Index>] = []

  init(in sentence: String) { text = sentence.precomposedStringWithCanonicalMapping }

  /// Returns a text of the sentence, or else a sample, for each parameter.
  mutating func texts(for types: [ParameterType]) -> [String] {
    var texts = types.map { ParameterCorrector.sample(of: $0) }
    // Search quoted texts first, so that a number within one isn't used separately.
    let quotedFirst = types.indices.sorted {
      (types[$0].isQuoted ? 0 : 1, $0) < (types[$1].isQuoted ? 0 : 1, $1)
    }
    for index in quotedFirst where !types[index].isOpen {
      if let text = next(types[index]) { texts[index] = text }
    }
    return texts
  }

  private mutating func next(_ type: ParameterType) -> String? {
    let regex = SafeRegex("(?<![\\w.])" + type.pattern + "(?![\\w]|\\.\\d)")
    let free = regex?.ranges(in: text).first { range in !used.contains { $0.overlaps(range) } }
    guard let free else {
      let words = type.isNumber ? text.split(separator: " ") : []
      return words.lazy.compactMap { StoryLanguage.number(named: $0) }.first.map { "\($0)" }
    }
    used.append(free)
    return String(text[free])
  }
}
