import DisplayText
import Foundation
import ScenarioLanguage

/// Corrects the text of one parameter.
struct ParameterCorrector {
  private let type: ParameterType

  init(_ type: ParameterType) { self.type = type }

  /// Returns a text that the parameter accepts, with the error; `nil` if it can't be corrected.
  func corrected(_ text: String) -> (text: String, mistake: CorrectedSentence.Mistake?)? {
    if type.fits(text) { return (text, nil) }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty { return (Self.sample(of: type), .nothing) }
    if type.fits(text) { return (text, .spelling) }
    if type.isQuoted { return quoted(text) }
    let server = text.hasPrefix("/") ? "https://…" : "https://"
    for candidate in [text.uppercased(), text.lowercased(), server + text]
    where type.fits(candidate) { return (candidate, .spelling) }
    let bare = String(Self.withoutQuotes(text))
    if bare != text, type.fits(bare) { return (bare, .needlessQuotes) }
    if !type.words.isEmpty {
      return NearestText.suggestions(for: text, among: type.words, limit: 1).first
        .map { ($0, .spelling) }
    }
    guard type.isNumber, !text.contains(where: \.isWhitespace) else { return nil }
    if let number = StoryLanguage.number(named: text) { return ("\(number)", .spelling) }
    return (Self.sample(of: type), .noNumber(text))
  }

  /// Returns a text for examples: `…` where any text can be written, or else the type's sample.
  static func sample(of type: ParameterType) -> String {
    if type.isOpen { return "…" }
    return type.isQuoted ? "\"…\"" : type.sample ?? "{\(type.name)}"
  }
}

// MARK: - Quotes

extension ParameterCorrector {
  private static let straight = Set("\"'")
  private static let others = Set("“”„‟«»‹›‘’‚‛「」『』`´")

  private func quoted(_ text: String) -> (text: String, mistake: CorrectedSentence.Mistake?)? {
    let bare = Self.withoutQuotes(text)
    let result = bare.contains("\"") ? "'\(bare)'" : "\"\(bare)\""
    let ends = [text.first, text.last].compactMap { $0 }
    let mistake: CorrectedSentence.Mistake =
      ends.contains(where: Self.others.contains)
      ? .otherQuotes : ends.contains(where: Self.straight.contains) ? .openQuote : .missingQuotes
    if bare.isEmpty { return (Self.sample(of: type), .nothing) }
    // A quote that begins after other words shows that these are not a part of the text.
    let hasQuote = mistake != .otherQuotes && bare.contains(#/"|\W'/#)
    return type.fits(result) && !hasQuote ? (result, mistake) : nil
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
