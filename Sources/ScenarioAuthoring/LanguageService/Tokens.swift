import ScenarioLanguage

/// A piece of a story with a meaning, which editors colour.
package struct StoryToken: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case keyword, function, parameter, decorator
  }

  package var kind: Kind
  package var range: SourceRange
}

extension LanguageService {
  /// Returns the pieces of a file in order, without overlaps.
  package func tokens(of path: String) -> [StoryToken] {
    guard let document = document(path) else { return [] }
    var tokens = document.facts.tags.map { StoryToken(kind: .decorator, range: $0.range) }
    for use in document.facts.uses { tokens += self.tokens(of: use, in: document.source) }
    for node in document.text.readable.documents ?? [] {
      collectKeys(in: node, into: &tokens)
    }
    var end = -1
    return tokens.sorted { $0.range.start < $1.range.start }.filter { token in
      guard token.range.start.offset >= end else { return false }
      end = token.range.end.offset
      return true
    }
  }

  private func tokens(of use: StoryFacts.Use, in source: SourceFile) -> [StoryToken] {
    let text = source.text(in: use.range)
    let match = entry(of: use.text, in: use.module).flatMap { try? $0.expression.match(text) }
    guard let match else { return [] }
    var tokens: [StoryToken] = []
    var end = text.startIndex
    func add(_ kind: StoryToken.Kind, to next: String.Index) {
      let start = use.range.start.offset
      let offsets = [end, next].map { start + text.utf8.distance(from: text.startIndex, to: $0) }
      tokens.append(
        StoryToken(
          kind: kind,
          range: SourceRange(
            start: source.position(atOffset: offsets[0]),
            end: source.position(atOffset: offsets[1]))))
      end = next
    }
    for argument in match.arguments where argument.range.lowerBound >= end {
      add(.function, to: argument.range.lowerBound)
      add(.parameter, to: argument.range.upperBound)
    }
    add(.function, to: text.endIndex)
    return tokens
  }

  private func collectKeys(
    in node: Node, into tokens: inout [StoryToken]
  ) {
    for item in node.items.map(Array.init) ?? [] { collectKeys(in: item, into: &tokens) }
    for entry in node.entries.map(Array.init) ?? [] {
      let key = entry.key.text ?? ""
      if StoryWords.all.contains(key) || StoryWords.isTimeWord(key) {
        tokens.append(StoryToken(kind: .keyword, range: entry.key.range))
      }
      collectKeys(in: entry.value, into: &tokens)
    }
  }
}

/// The keys and time words of stories in all languages.
private enum StoryWords {
  static let all = Set(
    StoryLanguage.Context.allCases.flatMap(StoryLanguage.keys).flatMap(StoryLanguage.allWords))

  private static let timeWords = StoryLanguage.timeWords.flatMap(StoryLanguage.allWords)

  static func isTimeWord(_ key: String) -> Bool {
    timeWords.contains { key == $0 || key.hasPrefix($0 + " ") }
  }
}
