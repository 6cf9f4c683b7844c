import Foundation

/// Reads stories out of the documents of a file.
///
/// Where the YAML was mended, what seems to be missing may be there in the author's file: such
/// mistakes aren't reported.
struct StoryReader {
  /// What was found.
  var found: MistakeList

  /// The lines on which, or below which, something may be missing that the author wrote.
  let doubtfulLines: LineSet

  /// The lines that were given another indentation or were blanked out with their keys.
  let movedLines: LineSet

  /// The lines whose text is not what the author wrote.
  let brokenLines: LineSet

  /// The words of the language, as the story that is being read writes them.
  private(set) var keywords = Keywords.english

  /// The language of the story that is being read.
  var language: StoryLanguage { StoryLanguage(keywords: keywords) }

  /// The phrases of the story that is being read.
  var phrases = Phrases()

  /// The names that the examples of the scenarios around have, which are filled in already.
  var namesAround: Set<String> = []

  /// How many scenarios and steps were read, so that examples and phrases can't make endless ones.
  var count = 0

  /// Creates a reader for the documents of a file.
  init(_ yaml: YAMLReader, of source: SourceFile) {
    found = MistakeList(for: source)
    doubtfulLines = yaml.doubtfulLines
    movedLines = yaml.movedLines
    brokenLines = yaml.brokenLines
  }

  /// Reads a file's documents, the last of which may reach to a line that is given.
  mutating func stories(in documents: [Node], upTo last: Int) -> [Story] {
    var stories: [Story] = []
    var lineOfTitle: [String: Int] = [:]
    for (node, lines) in Field.items(of: documents, upTo: last) where !node.isUnwritten {
      guard let story = story(node, lines: lines) else { continue }
      reportRepeated(story.title, what: "story in this file", firstLines: &lineOfTitle)
      stories.append(story)
    }
    return stories
  }

  private mutating func story(_ node: Node, lines: ClosedRange<Int>) -> Story? {
    guard let entries = node.entries else {
      report(
        "a story begins with \"story:\", but this is \(node.kindName)", at: firstLine(of: node),
        inDoubtOf: lines,
        remedies: [
          "Write \"story: …\", \"module: …\" and, with the scenarios below it, \"scenarios:\"."
        ])
      return nil
    }
    keywords = language(of: entries)
    let fields = known(
      fields(of: entries, upTo: lines.upperBound), among: Keys.story, of: "a story",
      lines: lines)
    // Steps are made of phrases, wherever in the story those are written.
    phrases = fields.first(named: "phrases").map { phrases(of: $0) } ?? Phrases()
    let beginning = entries.first?.key.range ?? node.range
    let title = title(of: fields, key: "story", beginning: beginning, lines: lines)
    var story = Story(
      title: title,
      module: module(of: fields, at: title.range, lines: lines), language: keywords.language,
      range: node.range)
    for field in fields {
      switch field.name {
      case "about": story.about = story.about ?? text(of: field)?.string
      case "tags": story.tags += tags(of: field)
      case "locale": story.locale = story.locale ?? locale(of: field)
      case "time zone": story.timeZone = story.timeZone ?? timeZone(of: field)
      case "background": story.background += background(of: field)
      case "always": story.always += always(of: field)
      case "scenarios": story.scenarios += scenarios(of: field)
      default: break
      }
    }
    // The clock is read last because its time may be one of the story's zone, wherever that is
    // written.
    story.clock = fields.first(named: "clock").flatMap { clock(of: $0, in: story.timeZone) }
    if fields.first(named: "scenarios") == nil {
      reportMissing(
        "this story has no scenarios", at: title.range, lines: lines,
        remedies: ["Write \"scenarios:\" and, below it, \"- scenario: …\" for each."])
    }
    story.phrases = phrases.all.map(\.text)
    warnOfUnusedPhrases()
    return story
  }

  /// The language that a story names, in whichever language it says so, or else the one whose word
  /// for "story" it begins with.
  private mutating func language(of entries: Node.Entries) -> Keywords {
    let keys = entries.map { $0.key.text ?? "" }
    guard let index = Keywords.languageKey(among: keys),
      let entry = entries.dropFirst(index).first,
      let code = entry.value.text?.trimmed, !code.isEmpty, entry.value.tag == nil
    else { return .suggested(by: keys) }
    let all = Keywords.languages
    if let keywords = all[code] { return keywords }
    if code == "en" { return .english }
    let meant = Keywords.code(meantBy: code)
    report(
      meant == nil
        ? "stories can't be written in \"\(code)\" yet" : "a language is named by its code",
      at: entry.value.range,
      remedies: meant.map { ["Did you mean: \($0)"] }
        ?? ["The languages are: \((["en"] + all.keys.sorted()).joined(separator: ", "))"])
    // Its words are understood nevertheless, so that this is told once.
    return meant.map { all[$0] ?? .english } ?? .suggested(by: keys)
  }

  private mutating func module(
    of fields: [Field], at range: SourceRange, lines: ClosedRange<Int>
  ) -> Text {
    guard let field = fields.first(named: "module") else {
      reportMissing(
        "this story has no module", at: range, lines: lines,
        remedies: ["Write \"module: …\", the part of the app that the story is about."])
      return Text("", range: range)
    }
    return text(of: field, isRequired: true) ?? Text("", range: field.range)
  }
}

// MARK: - What stories and scenarios share

extension StoryReader {
  /// Reports a mistake.
  mutating func report(
    _ message: String, at range: SourceRange, rule: Mistake.Rule? = nil, remedies: [String] = []
  ) {
    found.report(
      keywords.translated(message), at: range, rule: rule,
      remedies: remedies.map { keywords.translated($0) })
  }

  /// Reports what is allowed, but probably not meant.
  mutating func warn(
    _ message: String, at range: SourceRange, rule: Mistake.Rule? = nil, remedies: [String] = []
  ) {
    found.report(
      keywords.translated(message), at: range, severity: .warning, rule: rule,
      remedies: remedies.map { keywords.translated($0) })
  }

  /// The fields of a mapping that ends before a line which is given.
  func fields(of entries: Node.Entries, upTo last: Int) -> [Field] {
    Field.fields(of: entries, upTo: last, in: keywords)
  }

  /// Reports a value that is missing or of the wrong kind, unless one of its lines was mended.
  mutating func report(
    _ message: String, at range: SourceRange, inDoubtOf lines: ClosedRange<Int>,
    remedies: [String] = []
  ) {
    guard !doubtfulLines.contains(anyOf: lines) else { return }
    report(message, at: range, remedies: remedies)
  }

  /// Reports that a key is missing, unless one of the lines among which it may be was moved.
  mutating func reportMissing(
    _ message: String, at range: SourceRange, lines: ClosedRange<Int>, rule: Mistake.Rule? = nil,
    remedies: [String] = []
  ) {
    guard !movedLines.contains(anyOf: lines) else { return }
    report(message, at: range, rule: rule, remedies: remedies)
  }

  /// The fields whose keys a place knows; other keys are reported, and read as the key that was
  /// probably meant.
  mutating func known(
    _ fields: [Field], among known: [String], of place: String, lines: ClosedRange<Int>
  ) -> [Field] {
    guard !fields.allSatisfy({ known.contains($0.name) }) else { return fields }
    return fields.compactMap { field in
      guard !known.contains(field.name) else { return field }
      let near = KeySynonyms.suggestions(
        for: field.written, among: known.flatMap { keywords.all(for: $0) })
      let meant = near.first.map { keywords.name(of: $0) }.flatMap {
        fields.first(named: $0) == nil ? $0 : nil
      }
      if meant == nil, let home = Keys.home(of: field.name) {
        reportMissing(
          "\"\(field.written)\" can't stand in \(place)", at: field.range,
          lines: lines.lowerBound...max(lines.lowerBound, field.range.start.line),
          rule: .unknownKey, remedies: ["It belongs in \(home)."])
      } else {
        reportUnknown(field, near: near, known: known, place: place)
        if let meant {
          var field = field
          field.name = meant
          field.written = near.first ?? meant
          return field
        }
      }
      return nil
    }
  }

  private mutating func reportUnknown(
    _ field: Field, near: [String], known: [String], place: String
  ) {
    guard near.isEmpty else {
      report(
        "unknown key \"\(field.written)\"", at: field.range, rule: .unknownKey,
        remedies: ["Did you mean: \(near.joined(separator: ", "))"])
      return
    }
    // Data of a sentence may have come here because its line was moved.
    let line = field.range.start.line
    let languages = Keywords.languages(with: field.written)
    reportMissing(
      "unknown key \"\(field.written)\"", at: field.range, lines: line...line, rule: .unknownKey,
      remedies: languages.isEmpty
        ? [
          "The keys of \(place) are: "
            + known.map { keywords.word(for: $0) }.joined(separator: ", ")
        ]
        : languages.map { "Write \"language: \($0)\" at the top of the story to use its words." })
  }

  /// The title behind a key, which has to be there.
  mutating func title(
    of fields: [Field], key: String, beginning: SourceRange, lines: ClosedRange<Int>
  ) -> Text {
    guard let field = fields.first(named: key) else {
      reportMissing(
        "this \(key) has no title", at: beginning, lines: lines,
        remedies: ["Begin it with \"\(key): …\"."])
      return Text("", range: beginning)
    }
    warnOfCutTitle(field.value)
    return text(of: field, isRequired: true) ?? Text("", range: field.range)
  }

  /// Warns of a title that goes on behind a `#`, as in `Crash #42`, which begins a comment.
  private mutating func warnOfCutTitle(_ node: Node) {
    let (bytes, end) = (found.source.bytes, node.range.end.offset)
    guard node.style == .plain, let text = node.text, end < bytes.count, bytes[end] == .blank
    else { return }
    let rest = bytes[end...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let comment = rest.drop { $0 == UInt8(ascii: " ") }
    // A comment that is one has a blank behind its sign.
    guard comment.startIndex == end + 1, comment.first == UInt8(ascii: "#"),
      let next = comment.dropFirst().first, !" \t#-=".utf8.contains(next)
    else { return }
    let whole = "\(text) \(String(decoding: comment, as: UTF8.self))"
    warn(
      "what stands behind \" #\" is a comment and no part of the title", at: node.range,
      rule: .cutText, remedies: ["Put the title in quotes if it belongs to it: '\(whole)'"])
  }

  /// Reports a title that another of the same list has already.
  mutating func reportRepeated(_ title: Text, what: String, firstLines: inout [String: Int]) {
    guard !title.string.isEmpty else { return }
    let line = title.range.start.line
    guard let first = firstLines[title.string] else {
      firstLines[title.string] = line
      return
    }
    report(
      "another \(what) has this title, on line \(first)", at: title.range, rule: .repeatedTitle,
      remedies: ["Give one of them another title."])
  }

  /// The place of what a node says on its first line.
  func firstLine(of node: Node) -> SourceRange {
    if let items = node.items { return items.first.map(firstLine) ?? node.range }
    return node.entries?.first?.key.range ?? node.range
  }
}
