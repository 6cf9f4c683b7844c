import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage

/// Hints for the author of a sentence that no step definition matches.
struct SentenceAdvice {
  /// The hints, the likeliest first, one line each; never empty.
  private(set) var hints: [Message] = []

  /// Whether the sentence is most likely a mistyped or misformatted existing one, so that a new step
  /// definition would be of no use.
  private(set) var resemblesStep = true

  private let sentence: Sentence
  private let purpose: Step.Purpose
  private let story: MatchingContext

  /// Analyzes a sentence of a file.
  init(for sentence: Sentence, under purpose: Step.Purpose, in story: MatchingContext) {
    (self.sentence, self.purpose, self.story) = (sentence, purpose, story)
    // As one expression, this takes seconds to compile.
    let layout: Message? = pause ?? listMark ?? timeWord ?? ordinarySpaces ?? commentWithoutSpace
    if let certain = layout ?? severalLines ?? dataInWords ?? stepsToList ?? negated
      ?? nothingHappens
    {
      hints = [certain]
      return
    }
    // The sentence stands where a time word does, such as "soon: { the screen shows: … }", or begins
    // like one.
    if sentence.data.map(hasSteps) == true || StoryLanguage.imaginesTimeWord(sentence.text) {
      hints = purpose == .check ? story.language.timeWordHints : [atOnce]
      return
    }
    let cut = [comment, cutInBrackets].compactMap { $0 }
    let corrected = corrected
    let likely = corrected.hints.isEmpty ? [dataAfterColon].compactMap { $0 } : corrected.hints
    hints = cut + likely
    resemblesStep = !cut.isEmpty || corrected.isCertain
    if likely.isEmpty { suggest(story.phrases) }
    if hints.isEmpty {
      let call = "\(CommandCall.name) steps \(story.sentences.module)"
      let all: Message = "\"\(call)\" lists all available sentences."
      hints = [timeAtEnd ?? sentencesOfSameSubject ?? sentencesOfPurpose ?? all]
    }
  }

  /// A hint for a sentence among those steps of a double that the module does not list.
  private var stepsToList: Message? {
    story.sentences.doubleSteps(matching: sentence.text).map {
      "The module has no such steps; a developer adds them with \($0)."
    }
  }

  /// A hint for `wait 2 seconds`, or a duration alone.
  private var pause: Message? {
    if let pause = PauseText.withUnit(sentence.text, in: story.language) {
      return "Write a unit after the number, as in: \(pause)"
    }
    return PauseText.meant(by: sentence.text, in: story.language).map {
      "Write \"\($0)\" to let time pass."
    }
  }

  /// A hint for `immediately: the reader taps "Load"`, an act with what looks like a time word.
  private var atOnce: Message {
    let word = story.language.word(for: "at once")
    return "Only checks have time words; acts of one moment stand in a list under \"\(word)\"."
  }

  /// A hint for `a mail is sent within 5 minutes`, a check with a time word at its end.
  private var timeAtEnd: Message? {
    let times = [Timing.Kind.within, .after].compactMap { kind in
      sentence.text.components(separatedBy: " \(story.language.word(for: kind.word)) ")
        .dropFirst().last.flatMap(DurationText.meant).map { story.language.timeWord(kind, $0) }
    }
    guard purpose == .check, let time = times.first else { return nil }
    return "To wait for it, write \"\(time)\" before the check."
  }

  /// A hint for `the screen does not show: …`, the negation of an observation.
  private var negated: Message? {
    func stems(_ text: String) -> [Substring] {
      text.lowercased().split(separator: " ").map { $0.hasSuffix("s") ? $0.dropLast() : $0 }
    }
    let negations: Set<String> = ["not", "never", "does", "do", "did", "doe", "doesn't", "didn't"]
    let words = stems(sentence.text.replacing("’", with: "'"))
    let positive = words.filter { !negations.contains(String($0)) }
    guard purpose == .check, positive.count < words.count else { return nil }
    let entry = story.sentences.entries.first {
      $0.signature.role == .observation && stems($0.expression.source) == positive
    }
    return entry.map {
      "Write what must not be there with !not or !not-contains, as in: "
        + "\("{ \($0.expression.source): !not … }")"
    }
  }

  /// A hint for `nothing happens`, which no module can check.
  private var nothingHappens: Message? {
    guard purpose == .check, StoryLanguage.meansNothingHappens(sentence.text) else { return nil }
    let word = story.language.timeWord(.throughout, .seconds(1))
    return "Write \"\(word): …\" with a check that has to keep holding."
  }

  /// A hint for `• the screen appears`, which begins with a list mark that YAML does not have.
  private var listMark: Message? {
    guard let first = sentence.text.first, "•·‣◦–—−*".contains(first) else { return nil }
    return "Write \"- \" instead of \"\(first)\" before each item of a list."
  }

  /// A hint for `eventually the screen shows`, a time word without a colon.
  private var timeWord: Message? {
    let word = "eventually "
    guard sentence.text.lowercased().hasPrefix(word) else { return nil }
    let rest = sentence.text.dropFirst(word.count)
    let check = sentence.data == nil ? "\(rest)" : "{ \(rest): … }"
    return "Write a colon after \"eventually\": { eventually: \(check) }"
  }

  /// Returns whether data is a step, or a list of steps.
  private func hasSteps(_ data: Node) -> Bool {
    switch data.content {
    case .scalar: data.text.map(matches) ?? false
    case .sequence(let items): items.first.map(hasSteps) ?? false
    case .mapping(let entries): entries.first?.key.text.map(matches) ?? false
    }
  }

  /// A hint for `the screen appears# a comment` and `the screen appears // a comment`.
  private var commentWithoutSpace: Message? {
    if let slashes = sentence.text.firstRange(of: " //"),
      matches(String(sentence.text[..<slashes.lowerBound]))
    {
      return "A comment begins with \"#\", not with \"//\"."
    }
    guard let mark = sentence.text.firstIndex(of: "#"),
      matches(String(sentence.text[..<mark]).trimmingCharacters(in: .whitespacesAndNewlines))
    else { return nil }
    return "A comment needs a space before its \"#\"."
  }

  /// A hint for characters that look like spaces but aren't, or that are invisible.
  private var ordinarySpaces: Message? {
    let scalars = sentence.text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      if scalar.properties.isWhitespace { return " " }
      return Notation.isInvisible(scalar) ? nil : scalar
    }
    let text = String(String.UnicodeScalarView(scalars))
    guard text != sentence.text, matches(text) else { return nil }
    return
      "It contains an invisible character, or one that only looks like a space; write it as: \(text)"
  }

  /// A hint for two sentences on consecutive lines, which YAML reads as one.
  private var severalLines: Message? {
    let lines = sentence.range.start.line...sentence.range.end.line
    guard lines.count > 1 else { return nil }
    let first = story.source.lineText(lines.lowerBound).unicodeScalars
      .dropFirst(sentence.range.start.column - 1)
    guard matches(String(first).trimmingCharacters(in: .whitespacesAndNewlines)) else { return nil }
    return "Write each sentence as a separate list item that begins with \"- \"."
  }

  /// A hint for `the reader taps: Load`, with data that belongs in the sentence.
  private var dataInWords: Message? {
    guard let text = sentence.data?.text, !text.isEmpty else { return nil }
    let whole = "\(sentence.text) \(text)"
    if matches(whole) { return "Write it in the sentence: \(whole)" }
    let corrected = story.sentences.entries.lazy.compactMap { $0.expression.corrected(whole) }
      .first { $0.mistake != .nothing }
    return corrected.map { "Write it in the sentence: \(written($0.text))" }
  }

  /// A hint for text after the sentence that YAML reads as a comment.
  private var comment: Message? {
    let rest = rest(of: sentence.range)
    guard sentence.data == nil, rest.first?.isWhitespace == true else { return nil }
    // A comment that is meant as one has a space behind its sign.
    let comment = rest.drop(while: \.isWhitespace)
    guard comment.first == "#", comment.dropFirst().first?.isWhitespace == false else { return nil }
    let whole = (sentence.text + rest).replacing("'", with: "''")
    return
      "The text after \" #\" is a comment; if it belongs to the sentence, put the sentence in quotes: "
      + "'\(whole.trimmingCharacters(in: .whitespacesAndNewlines))'"
  }

  /// A hint for a quoted text with a comma, which ends a sentence in brackets.
  private var cutInBrackets: Message? {
    guard !sentence.text.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return nil }
    let before = story.source.bytes.prefix(sentence.range.start.offset)
    guard
      rest(of: sentence.range).first == ","
        || before.last(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: ",")
    else { return nil }
    return "A comma ends a sentence in brackets; put the whole sentence in single quotes."
  }

  /// Hints with corrected forms of the sentence, and whether one of them is certain.
  private var corrected: (hints: [Message], isCertain: Bool) {
    var hints: [Message] = []
    var isCertain = false
    for entry in story.sentences.entries {
      guard let corrected = entry.expression.corrected(sentence.text) else { continue }
      let text = written(corrected.text)
      var corrections = [text]
      let words: Message
      switch corrected.mistake {
      case .openQuote: words = "A quote is missing: \(text)"
      case .missingQuotes: words = "Put the text in quotes: \(text)"
      case .otherQuotes: words = "Write straight quotes: \(text)"
      case .needlessQuotes: words = "Remove the quotes: \(text)"
      case .noNumber(let word) where word.hasPrefix("<"):
        words = "Give \(word) a value in the examples."
        (corrections, isCertain) = ([], true)
      case .noNumber(let word):
        words = "Write a number instead of \"\(word)\", as in: \(text)"
        corrections = []
        isCertain = isCertain || NumberText.isNumber(word)
      case .nothing, .spelling: words = didYouMean("\(text)   (\(entry.signature.origin))")
      }
      let hint = Message(words, corrections: corrections)
      if !hints.contains(hint) { hints.append(hint) }
      // Words without quotes, or in place of a number, may be another sentence.
      isCertain = isCertain || !corrections.isEmpty && corrected.mistake != .missingQuotes
    }
    return (Array(hints.prefix(3)), isCertain)
  }

  /// A hint for `the screen shows initial`, with a value that belongs after a colon, or for
  /// `the server answers GET https://… when …: …`, with words after the last parameter.
  private var dataAfterColon: Message? {
    let words = sentence.text.split(separator: " ")
    for count in stride(from: min(words.count, 30) - 1, to: 0, by: -1) {
      let start = words[..<count].joined(separator: " ")
      let taken = (try? story.sentences.matches(of: start))?.contains { match in
        let entry = story.sentences.entries[match.position]
        return entry.signature.takesData
          && (sentence.data == nil || entry.expression.source.hasSuffix("}"))
      }
      guard taken == true else { continue }
      let rest = words[count...].joined(separator: " ")
      // Several words without quotes are rarely the value itself.
      let value = rest.wholeMatch(of: #/"[^"]*"|[\p{L}\p{N}]+/#) == nil ? "…" : rest
      return sentence.data == nil
        ? "Write the value after a colon, as in: { \(start): \(value) }"
        : "The sentence is \"\(start)\"; write \"\(rest)\" in its data, after the colon."
    }
    return nil
  }

  /// Adds the nearest existing sentences and phrases.
  private mutating func suggest(_ phrases: [Text]) {
    let entries = story.sentences.entries
    let all = StepExpression.suggestions(
      for: sentence.text, among: entries.map(\.expression), opposites: .ofStories)
    let close = all.filter { entries[$0].expression.isClose(to: sentence.text) }
    // Beside a sentence that is close, others are no help, nor is the same one in another language.
    let nearest = (close.isEmpty ? all : close).withoutRepeats { entries[$0].signature.origin }
    let nearPhrases = NearestText.suggestions(
      for: sentence.text,
      among: phrases.map(\.string).filter { !OppositeWords.ofStories.separate(sentence.text, $0) },
      limit: 1)
    resemblesStep =
      resemblesStep || !close.isEmpty
      || nearPhrases.contains {
        NearestText.distance(from: sentence.text, to: $0, atMost: $0.count / 5) != nil
      }
    hints += nearPhrases.map {
      Message("Did you mean: \($0)   (a phrase of this story)", corrections: [$0])
    }
    hints += nearest.map { index in
      let entry = entries[index]
      let example = written(entry.expression.example(like: sentence.text))
      return didYouMean("\(example)   (\(entry.signature.origin))", corrections: [example])
    }
  }

  /// A hint that lists the sentences about the same subject, such as `the reader`; `nil` if there
  /// are none or too many.
  private var sentencesOfSameSubject: Message? {
    let words = sentence.text.split(separator: " ")
    guard words.count > 1 else { return nil }
    let subject = words.prefix(words[0].count < 4 && words.count > 2 ? 2 : 1).joined(separator: " ")
    let others = story.sentences.entries.filter { entry in
      entry.isOwn && entry.isCommonForm
        && entry.expression.source.lowercased().hasPrefix(subject.lowercased() + " ")
    }
    return Self.examples(of: others).map { "The sentences that begin with \"\(subject)\": \($0)" }
  }

  /// A hint that lists the sentences with the purpose of this one, in the story's language if the
  /// module has them; `nil` if there are none or too many.
  private var sentencesOfPurpose: Message? {
    let keyword = [.prepare: "given", .act: "when"][purpose] ?? "then"
    let roles: [Step.Purpose: [StepDefinition.Role]] = [.prepare: [.preparation], .act: [.act]]
    let all = story.sentences.entries.filter {
      $0.isOwn && roles[purpose, default: [.check, .observation]].contains($0.signature.role)
    }
    let own = all.filter { $0.language == story.language.code }
    let listed = own.isEmpty ? all.filter(\.isCommonForm) : own
    let word = story.language.word(for: keyword)
    return Self.examples(of: listed).map { "The sentences under \"\(word)\": \($0)" }
  }

  /// Returns examples of sentences; `nil` if there are none or too many.
  private static func examples(of entries: [Vocabulary.Entry]) -> String? {
    guard (1...8).contains(entries.count) else { return nil }
    let examples = entries.map { $0.expression.example() + ($0.signature.takesData ? ": …" : "") }
    return examples.joined(separator: "; ")
  }

  /// Returns a sentence as written in a story, in quotes if YAML needs them.
  private func written(_ text: String) -> String {
    Notation.isPlain(text, in: .block) ? text : "'\(text.replacing("'", with: "''"))'"
  }

  private func matches(_ text: String) -> Bool {
    (try? story.sentences.matches(of: text))?.isEmpty == false
  }

  /// Returns the rest of the line after a range.
  private func rest(of range: SourceRange) -> String {
    let rest = story.source.bytes.dropFirst(range.end.offset).prefix { $0 != 0x0A && $0 != 0x0D }
    return String(decoding: rest, as: UTF8.self)
  }
}

extension OppositeWords {
  /// The opposites in the languages of stories.
  fileprivate static let ofStories = OppositeWords(
    negations: StoryLanguage.negations, prefixes: StoryLanguage.negatingPrefixes,
    pairs: StoryLanguage.opposites)
}
