/// The pattern of a phrase, in which `<name>` stands for the parts that vary.
///
/// A placeholder matches any text that isn't empty; within quotes, it matches a text without
/// quotes. If several matches are possible, earlier placeholders match as little as possible.
struct PhrasePattern {
  /// The text that a placeholder matches.
  struct Argument: Equatable {
    let text: String
    /// Whether the placeholder is in quotes, so that the value is always a text.
    let isQuoted: Bool
  }

  /// The names of the placeholders, in order.
  let names: [String]

  /// The text around the placeholders: one element more than there are names.
  private let words: [[Character]]

  init(_ text: String) throws(Problem) {
    var (names, words, rest): ([String], [[Character]], Substring) = ([], [[]], text[...])
    while let character = rest.first {
      if character == "<", let close = rest.firstIndex(of: ">"),
        case let name = rest[rest.index(after: rest.startIndex)..<close].trimmed, !name.isEmpty,
        !name.contains("<")
      {
        try Self.check(
          String(name), after: names, followsAnother: words.count > 1 && words.last == [])
        names.append(String(name))
        words.append([])
        rest = rest[rest.index(after: close)...]
      } else {
        words[words.count - 1].append(character)
        rest.removeFirst()
      }
    }
    if words.allSatisfy({ $0.allSatisfy { !$0.isLetter && !$0.isNumber } }) {
      throw Problem(
        message: "a phrase needs words of its own, or it would match every sentence",
        hints: ["For example: the reader adds the link \"<link>\""])
    }
    (self.names, self.words) = (names, words)
  }

  private static func check(
    _ name: String, after names: [String], followsAnother: Bool
  ) throws(Problem) {
    if names.contains(name) {
      throw Problem(
        message: "<\(name)> occurs twice in this phrase", hints: ["Give each a different name."])
    }
    if name == "data" {
      throw Problem(
        message: "<data> is the value after the sentence's colon and can't be part of the sentence",
        hints: ["Give the placeholder another name."])
    }
    if followsAnother {
      throw Problem(
        message: "there are no words between <\(names.last ?? "")> and <\(name)>",
        hints: ["Write a word between them, so that it is clear where one ends."])
    }
  }

  /// Returns the argument of each placeholder; `nil` if the sentence doesn't match.
  func match(_ sentence: String) -> [(name: String, argument: Argument)]? {
    let text = Array(sentence)
    guard text.starts(with: words[0]) else { return nil }
    var dead: Set<[Int]> = []
    guard let ends = ends(in: text, from: words[0].count, word: 1, dead: &dead) else { return nil }
    var start = words[0].count
    return zip(names.indices, ends).map { index, end in
      defer { start = end + words[index + 1].count }
      let isQuoted = quote(around: index) != nil
      return (names[index], Argument(text: String(text[start..<end]), isQuoted: isQuoted))
    }
  }

  /// Returns the ends of the arguments, beginning with the one before `words[word]`.
  ///
  /// States that have already failed are not tried again.
  private func ends(
    in text: [Character], from start: Int, word: Int, dead: inout Set<[Int]>
  ) -> [Int]? {
    guard word < words.count else { return start == text.count ? [] : nil }
    guard dead.insert([word, start]).inserted else { return nil }
    let next = words[word]
    var end = start + 1
    while end + next.count <= text.count {
      if let quote = quote(around: word - 1), text[end - 1] == quote { return nil }
      let isLast = word == words.count - 1
      if text[end...].starts(with: next), !isLast || end + next.count == text.count,
        let rest = ends(in: text, from: end + next.count, word: word + 1, dead: &dead)
      {
        return [end] + rest
      }
      end += 1
    }
    return nil
  }

  /// Returns the quotation mark on both sides of a placeholder; `nil` if it is not in quotes.
  private func quote(around index: Int) -> Character? {
    guard let quote = words[index].last, quote == "\"" || quote == "'",
      words[index + 1].first == quote
    else { return nil }
    return quote
  }
}

extension Text {
  /// Returns whether the text is that of a phrase which a sentence uses.
  package func isPhrase(of sentence: String) -> Bool { filled(like: sentence, of: string) != nil }

  /// Returns a phrase with the arguments that a sentence has for another phrase with the same
  /// placeholders; `nil` if the sentence doesn't use that one.
  package func filled(like sentence: String, of other: String) -> String? {
    guard let arguments = (try? PhrasePattern(other))?.match(sentence) else { return nil }
    return arguments.reduce(string) { text, argument in
      text.replacing("<\(argument.name)>", with: argument.argument.text)
    }
  }
}
