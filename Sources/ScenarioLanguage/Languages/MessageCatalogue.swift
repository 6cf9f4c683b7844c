import DisplayText

/// The messages of a language by their texts in English, which have numbers in braces as blanks:
/// `'unknown key "{1}"': 'unbekannter Schlüssel „{1}“'`.
///
/// Messages are made in English, for people and machines. They are translated where a person reads
/// them, so that making them costs nothing, and every machine format is in English.
final class MessageCatalogue: Sendable {
  private struct Entry {
    /// The texts between the blanks.
    var literals: [Substring]
    var translation: String
  }

  /// The translations of messages without blanks.
  private let texts: [String: String]

  /// The other messages; those with most text, which are the most specific, first.
  private let entries: [Entry]

  init(_ messages: [(name: String, words: [String])]) {
    let blank = /\{\d\}/
    let pairs = messages.map { ($0.name, $0.words.first ?? $0.name) }
    texts = Dictionary(pairs.filter { !$0.0.contains(blank) }) { first, _ in first }
    entries = pairs.filter { $0.0.contains(blank) }.sorted { $0.0.count > $1.0.count }
      .map {
        Entry(
          literals: $0.split(separator: blank, omittingEmptySubsequences: false), translation: $1)
      }
  }

  /// Returns a message in the language; as it is if the language lacks it.
  func translation(of message: String) -> String {
    if let text = texts[message] { return text }
    for entry in entries {
      guard let arguments = arguments(of: message, in: entry.literals) else { continue }
      return entry.translation.replacing(#/\{(\d)\}/#) { blank in
        let argument = arguments[(Int(blank.output.1) ?? 1) - 1]
        return texts[argument] ?? argument
      }
    }
    return message
  }

  /// Returns what stands in the blanks between some texts; `nil` if the message has other texts.
  private func arguments(of message: String, in literals: [Substring]) -> [String]? {
    guard let first = literals.first, let last = literals.last, message.hasPrefix(first),
      message.hasSuffix(last), message.utf8.count >= first.utf8.count + last.utf8.count
    else { return nil }
    var rest = message.dropFirst(first.count).dropLast(last.count)
    var arguments: [String] = []
    for literal in literals.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: literal) else { return nil }
      arguments.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return arguments + [String(rest)]
  }
}

extension StoryLanguage {
  /// Returns a message in the language; as it is, in English, if the language lacks it.
  ///
  /// Each line has a translation of its own.
  package func translation(of message: String) -> String {
    guard let messages = keywords.messages else { return message }
    return message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { messages.translation(of: String($0)) }.joined(separator: "\n")
  }

  /// The language of the terminal, which the environment names, such as `LANG=de_DE.UTF-8`; English
  /// if stories can't be written in it.
  package static func ofTerminal(_ environment: [String: String]) -> StoryLanguage {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
    let code = names.first { !$0.isEmpty }?.prefix { $0.isLetter }
    return code.flatMap { StoryLanguage(code: String($0)) } ?? .english
  }

  /// Returns the code of the language of the story around an offset in a file; `nil` for English.
  ///
  /// Only what is shown needs it, so the readers of stories do not keep it.
  static func code(ofStoryAround offset: Int, in bytes: [UInt8]) -> String? {
    var fields: [[Substring]] = []
    let mark = SourceFile.byteOrderMarkLength(of: bytes)
    for line in bytes.dropFirst(mark).split(separator: .lineFeed) {
      if line.starts(with: "---".utf8) {
        if line.startIndex > offset { break }
        fields = []
      } else if let first = line.first, ![.space, .tab, .ascii("#"), .ascii("-")].contains(first) {
        fields.append(String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1))
      }
    }
    let keys = fields.map { $0.first.map { String($0.trimmed) } ?? "" }
    var keywords = Keywords.suggested(by: keys)
    if let index = Keywords.languageKey(among: keys), let value = fields[index].dropFirst().first {
      let code = value.prefix { $0 != "#" }.filter { !"\"' \r".contains($0) }
      keywords =
        Keywords.languages[code] ?? Keywords.code(meantBy: code).flatMap { Keywords.languages[$0] }
        ?? .english
    }
    return keywords === Keywords.english ? nil : keywords.language
  }
}
