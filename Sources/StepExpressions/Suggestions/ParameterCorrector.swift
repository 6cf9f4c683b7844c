import Foundation

/// Corrects the text of one parameter.
struct ParameterCorrector {
  private let type: ParameterType

  init(_ type: ParameterType) { self.type = type }

  /// Returns a text that the parameter accepts, with the error; `nil` if it can't be corrected.
  func corrected(_ text: String) -> (text: String, mistake: CorrectedSentence.Mistake?)? {
    if fits(text) { return (text, nil) }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty { return (Self.sample(of: type), .nothing) }
    if fits(text) { return (text, .spelling) }
    if type.name == "string" { return quoted(text) }
    if let number = Self.numbers[text.lowercased()], fits(number) {
      return (number, .numberInWords)
    }
    let server = text.hasPrefix("/") ? "https://…" : "https://"
    for candidate in [text.uppercased(), text.lowercased(), server + text]
    where fits(candidate) {
      return (candidate, .spelling)
    }
    let bare = String(Self.withoutQuotes(text))
    if bare != text, fits(bare) { return (bare, .needlessQuotes) }
    if let nearest { return nearest(text).map { ($0, .spelling) } }
    guard !text.contains(where: \.isWhitespace) else { return nil }
    return Self.numberSamples[type.name].map { ($0, .noNumber(text)) }
  }

  /// Returns a sample text for a parameter type, for examples.
  static func sample(of type: ParameterType) -> String {
    if let number = numberSamples[type.name] { return number }
    switch type.name {
    case "string": return "\"…\""
    case "", "word": return "…"
    case "duration": return "2 s"
    case "url": return "https://…"
    default: return ParameterCorrector(type).alternatives.first ?? "{\(type.name)}"
    }
  }

  /// Returns whether a parameter type is a number, which can require a plural after it.
  static func isNumber(_ type: ParameterType) -> Bool { numberSamples[type.name] != nil }

  /// Returns a number in digits for a word such as `once` or `two`; `nil` for any other word.
  ///
  /// Articles and `no` are other words, because they mean a number only in the place of one.
  static func number(inWords word: String) -> String? {
    ["a", "an", "no"].contains(word) ? nil : numbers[word]
  }

  private static let numberSamples: [String: String] = [
    "int": "2", "byte": "2", "short": "2", "long": "2", "biginteger": "2", "float": "2.5",
    "double": "2.5", "bigdecimal": "2.5",
  ]

  private static let numbers: [String: String] = [
    "zero": "0", "no": "0", "a": "1", "an": "1", "one": "1", "once": "1", "two": "2", "twice": "2",
    "thrice": "3", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12",
  ]

  private func fits(_ text: String) -> Bool {
    guard let regex = SafeRegex("\\A" + type.pattern + "\\z") else { return false }
    let matches = try? regex.matches(in: text, limit: 1)
    return matches?.isEmpty == false
  }
}

// MARK: - Quotes

extension ParameterCorrector {
  private static let straight = Set("\"'")
  private static let others = Set("“”„‟«»‹›‘’‚‛「」『』`´")

  private func quoted(_ text: String) -> (text: String, mistake: CorrectedSentence.Mistake?)? {
    let bare = Self.withoutQuotes(text)
    let result = bare.contains("\"") ? "'\(bare)'" : "\"\(bare)\""
    guard fits(result) else { return nil }
    let ends = [text.first, text.last].compactMap { $0 }
    let mistake: CorrectedSentence.Mistake =
      if ends.contains(where: Self.others.contains) {
        .otherQuotes
      } else if ends.contains(where: Self.straight.contains) {
        .openQuote
      } else {
        .missingQuotes
      }
    return bare.isEmpty ? (Self.sample(of: type), .nothing) : (result, mistake)
  }

  private static func withoutQuotes(_ text: String) -> Substring {
    let start = text.drop(while: isQuoteOrSpace)
    guard let last = start.lastIndex(where: { !isQuoteOrSpace($0) }) else { return "" }
    return start[...last]
  }

  private static func isQuoteOrSpace(_ character: Character) -> Bool {
    straight.contains(character) || others.contains(character) || character.isWhitespace
  }
}

// MARK: - One of a few words

extension ParameterCorrector {
  /// The words that the parameter accepts, if it is a choice such as `GET|POST`; otherwise empty.
  fileprivate var alternatives: [String] {
    let words = type.regexps.flatMap { $0.components(separatedBy: "|") }
    let isList = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
    }
    return isList ? words : []
  }

  /// A function that finds the nearest allowed word; `nil` if the parameter isn't a word choice.
  private var nearest: ((String) -> String?)? {
    let words = alternatives
    guard !words.isEmpty else { return nil }
    return { text in
      let typed = Letter.letters(of: text)
      let distances = words.map { word in
        var rows = EditRows(sentence: typed)
        rows.follow(Letter.letters(of: word))
        return rows.total
      }
      guard let least = distances.min(), let index = distances.firstIndex(of: least),
        least <= max(1, words[index].count / 2) * EditCost.edit
      else { return nil }
      return words[index]
    }
  }
}
