import Synchronization

/// The messages of a language by their texts in English, which have numbers in braces as blanks:
/// `'unknown key "{1}"': 'unbekannter Schlüssel „{1}“'`.
///
/// Messages are made in English, for people and machines. They are translated where a person reads
/// them, so that making them costs nothing, and every machine format is in English. A ``Message`` is
/// looked up by its literals; a text, which has none, is searched by its words.
final class MessageCatalogue: Sendable {
  private struct Entry {
    /// The texts between the blanks, in UTF-8.
    var literals: [[UInt8]]
    /// The wordings, of which the first one is shown.
    var wordings: [String]
  }

  /// The wordings of each message by those in English; the first one is shown.
  private let wordings: [String: [String]]

  /// The messages with blanks; those with most text, which are the most specific, first.
  private let entries: [Entry]

  init(_ messages: [(name: String, words: [String])]) {
    let blank = /\{\d\}/
    let pairs = messages.map { ($0.name, $0.words.isEmpty ? [$0.name] : $0.words) }
    wordings = Dictionary(pairs) { first, _ in first }
    entries = pairs.filter { $0.0.contains(blank) }.sorted { $0.0.count > $1.0.count }
      .map { name, wordings in
        let literals = name.split(separator: blank, omittingEmptySubsequences: false)
        return Entry(literals: literals.map { Array($0.utf8) }, wordings: wordings)
      }
  }

  /// Returns the wordings of a message, found by its literals; `nil` if the language lacks these.
  ///
  /// What stands in a blank is translated, too, unless it is an author's text: a word, in quotes, or
  /// a value after the colon of a hint, such as `Did you mean: my scenarios`.
  func texts(of message: Message) -> [String]? {
    for form in [message.flattened, message] {
      let pattern = form.pattern
      guard let wordings = wordings[pattern] else { continue }
      let arguments = form.arguments.enumerated().map { index, argument in
        let (english, blank) = (argument.english, "{\(index + 1)}")
        let isHint = pattern.first?.isUppercase == true && pattern.contains(": \(blank)")
        guard english.contains(" "), !pattern.contains("\"\(blank)\""),
          !isHint || argument.pattern != "{1}"
        else { return english }
        return texts(of: argument)?[0] ?? texts(of: english)[0]
      }
      return wordings.map { Self.filled($0, with: arguments) }
    }
    return nil
  }

  private static func filled(_ translation: String, with arguments: [String]) -> String {
    translation.replacing(#/\{(\d)\}/#) { arguments[(Int($0.output.1) ?? 1) - 1] }
  }

  /// Returns the wordings of a text, found by its words; as it is if the language lacks it.
  func texts(of message: String) -> [String] {
    if let wordings = wordings[message] { return wordings }
    let bytes = Array(message.utf8)
    for entry in entries {
      guard let arguments = arguments(of: bytes, in: entry.literals) else { continue }
      return entry.wordings.map { Self.filled($0, with: arguments) }
    }
    return [message]
  }

  /// Returns what stands in the blanks between some texts; `nil` if the message has other texts.
  private func arguments(of message: [UInt8], in literals: [[UInt8]]) -> [String]? {
    guard let first = literals.first, let last = literals.last,
      message.count >= first.count + last.count, message.starts(with: first),
      message.suffix(last.count).elementsEqual(last)
    else { return nil }
    var rest = message[first.count..<message.count - last.count]
    var arguments: [(bytes: ArraySlice<UInt8>, isMessage: Bool)] = []
    for (before, after) in zip(literals, literals.dropFirst()) {
      let isQuoted = before.last == .ascii("\"") && after.first == .ascii("\"")
      let isLast = arguments.count == literals.count - 2
      // An author's text, which is in quotes, can have what follows it.
      let next = isQuoted ? rest.ranges(of: after).last : rest.firstRange(of: after)
      guard let end = isLast ? rest.endIndex..<rest.endIndex : next else { return nil }
      let argument = rest[..<end.lowerBound]
      arguments.append((argument, !isQuoted && argument.contains(.space)))
      rest = rest[end.upperBound...]
    }
    return arguments.map { bytes, isMessage in
      let argument = String(decoding: bytes, as: UTF8.self)
      return isMessage ? texts(of: argument)[0] : argument
    }
  }
}

extension StoryLanguage {
  /// Returns a message in the language; as it is, in English, if the language lacks it.
  ///
  /// Each line has a translation of its own.
  package func translation(of message: String) -> String {
    guard let messages = keywords.messages else { return message }
    return message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { messages.texts(of: String($0))[0] }.joined(separator: "\n")
  }

  /// Returns a message in the language; in English if the language lacks it.
  package func text(of message: Message) -> String { texts(of: message)[0] }

  /// Returns a message in each wording of the language, by which known issues name it; the first
  /// one is shown.
  package func texts(of message: Message) -> [String] {
    let english = message.english
    guard let messages = keywords.messages else { return [english] }
    return messages.texts(of: message)
      ?? (english.contains("\n") ? [translation(of: english)] : messages.texts(of: english))
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
    // Each diagnostic of a file needs it. Arrays with the same storage are equal at once.
    var file = lastFile.withLock { $0 }
    if file.bytes != bytes {
      file = (bytes, stories(in: bytes))
      lastFile.withLock { $0 = file }
    }
    return file.stories.last { $0.start <= offset }?.code
  }

  /// The languages of the stories of a file, with the offsets at which these begin.
  private static let lastFile = Mutex((bytes: [UInt8](), stories: [(start: Int, code: String?)]()))

  private static func stories(in bytes: [UInt8]) -> [(start: Int, code: String?)] {
    var stories: [(start: Int, code: String?)] = []
    var (start, fields) = (0, [[Substring]]())
    let mark = SourceFile.byteOrderMarkLength(of: bytes)
    for line in bytes.dropFirst(mark).split(separator: .lineFeed) {
      if line.starts(with: "---".utf8) {
        stories.append((start, code(ofStoryWith: fields)))
        (start, fields) = (line.startIndex, [])
      } else if let first = line.first, ![.space, .tab, .ascii("#"), .ascii("-")].contains(first) {
        fields.append(String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1))
      }
    }
    stories.append((start, code(ofStoryWith: fields)))
    return stories
  }

  private static func code(ofStoryWith fields: [[Substring]]) -> String? {
    let keys = fields.map { $0.first.map { String($0.trimmed) } ?? "" }
    let code = LanguageWords.ofStory(keys) { index in
      fields[index].dropFirst().first?.prefix { $0 != "#" }.filter { !"\"' \r".contains($0) }
    }.words.language
    return code == english.code ? nil : code
  }
}
