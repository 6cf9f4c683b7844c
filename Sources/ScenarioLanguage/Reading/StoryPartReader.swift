import DisplayText

/// The state that the readers of a story's parts share.
struct StoryContext {
  /// The words of the story's language.
  let keywords: Keywords

  /// The diagnostics of the file.
  let log: StoryLog
}

/// The diagnostics of a file, and the number of scenarios and steps read so far.
final class StoryLog {
  let source: SourceFile

  /// The diagnostics, in the order in which they were found.
  fileprivate(set) var found: DiagnosticList

  /// The number of scenarios and steps so far, which examples and phrases could otherwise multiply
  /// without limit.
  fileprivate var count = 0

  /// Whether there are too many of them, which is reported once.
  fileprivate var isOverLimit = false

  /// The keys without a value that were reported, because phrases and examples repeat them.
  var keysWithoutValue: Set<SourceRange> = []

  /// Whether a key in capital letters was reported; one diagnostic explains them all.
  fileprivate var hasCapitals = false

  /// Whether a key of another language was reported; one diagnostic explains them all.
  fileprivate var hasForeignKeys = false

  /// Whether the file contains a `<`, with which placeholders begin.
  private(set) lazy var hasAngleBracket = source.contains(.ascii("<"))

  init(of source: SourceFile) {
    self.source = source
    found = DiagnosticList(for: source)
  }
}

/// A reader of a story or of one of its parts.
protocol StoryPartReader {
  /// The state shared with the readers of the other parts.
  var context: StoryContext { get }
}

extension StoryPartReader {
  /// The words of the story's language.
  var keywords: Keywords { context.keywords }

  /// The language of the story.
  var language: StoryLanguage { StoryLanguage(keywords: context.keywords) }

  /// The file that contains the story.
  var source: SourceFile { context.log.source }

  /// Reports an error.
  func report(
    _ message: Message, at range: SourceRange, rule: Diagnostic.Rule? = nil, hints: [Message] = []
  ) {
    context.log.found.report(
      message.text(in: keywords), at: range, rule: rule,
      hints: hints.map { $0.text(in: keywords) })
  }

  /// Reports a warning: something that is valid, but probably not intended.
  func warn(
    _ message: Message, at range: SourceRange, rule: Diagnostic.Rule? = nil, hints: [Message] = []
  ) {
    context.log.found.report(
      message.text(in: keywords), at: range, severity: .warning, rule: rule,
      hints: hints.map { $0.text(in: keywords) })
  }

  /// Reports a title that is already used in the same list.
  func reportRepeated(_ title: Text, what: Message, firstLines: inout [String: Int]) {
    guard !title.string.isEmpty else { return }
    let line = title.range.start.line
    guard let first = firstLines[title.string] else {
      firstLines[title.string] = line
      return
    }
    report(
      "another \(what) has this title, on line \(first)", at: title.range, rule: .repeatedTitle,
      hints: ["Give one of them another title."])
  }

  /// Counts a scenario or step; returns `false`, and reports it once, if there are too many.
  func isWithinLimit(at range: SourceRange) -> Bool {
    guard isWithinLimit(at: range, adding: 1) else { return false }
    context.log.count += 1
    return true
  }

  /// Returns `false`, and reports it once, if there would be too many scenarios and steps.
  ///
  /// - Parameter added: The number of scenarios and steps to be added.
  func isWithinLimit(at range: SourceRange, adding added: Int) -> Bool {
    guard context.log.count + added > Limits.scenariosAndSteps else { return true }
    if !context.log.isOverLimit {
      context.log.isOverLimit = true
      report(
        "there are more than \(Limits.text(Limits.scenariosAndSteps)) scenarios and steps in this "
          + "file",
        at: range, hints: ["Remove examples, or split them into several files."])
    }
    return false
  }

  /// Returns the range of the node's first key or value.
  func firstLine(of node: Node) -> SourceRange {
    if let items = node.items { return items.first.map(firstLine) ?? node.range }
    return node.entries?.first?.key.range ?? node.range
  }
}

// MARK: - Keys

extension StoryPartReader {
  /// Returns the fields of a mapping.
  func fields(of entries: Node.Entries) -> [Field] {
    Field.fields(of: entries, in: keywords)
  }

  /// Returns the fields with valid keys; reports other keys, and treats each as the key that was
  /// probably meant.
  func known(_ fields: [Field], among known: [String], of location: Message) -> [Field] {
    reportSynonyms(in: fields)
    guard !fields.allSatisfy({ known.contains($0.name) }) else { return fields }
    return fields.compactMap { field in
      guard !known.contains(field.name) else { return field }
      if let field = inLowerCase(field, among: known) { return field }
      var meanings: Set<String> = []
      let near = KeySynonyms.suggestions(
        for: field.written, among: known.flatMap { keywords.all(for: $0) }
      ).filter { meanings.insert(keywords.name(of: $0)).inserted }
      if near.isEmpty, let field = translated(field, among: known) { return field }
      let meant = near.first.map { keywords.name(of: $0) }.flatMap {
        fields.first(named: $0) == nil ? $0 : nil
      }
      if meant == nil, let home = Keys.home(of: field.name) {
        report(
          "\"\(field.written)\" isn't allowed in \(location)", at: field.range,
          rule: .unknownKey, hints: ["It belongs in \(home)."])
      } else {
        reportUnknown(field, near: near, known: known, location: location)
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

  /// Reports keys that mean the same as one before, such as a key in two languages.
  private func reportSynonyms(in fields: [Field]) {
    // In English, each key has one word, which YAML allows once.
    guard keywords.language != "en" else { return }
    var first: [String: Field] = [:]
    for field in fields {
      guard let other = first[field.name] else {
        first[field.name] = field
        continue
      }
      // The reader of YAML has reported a key that is there twice.
      guard field.written != other.written else { continue }
      report(
        "the key \"\(field.written)\" means the same as \"\(other.written)\" on line "
          + "\(other.range.start.line)",
        at: field.range, rule: .repeatedKey, hints: ["Write each key once."])
    }
  }

  private func reportUnknown(_ field: Field, near: [String], known: [String], location: Message) {
    guard near.isEmpty else {
      report(
        "unknown key \"\(field.written)\"", at: field.range, rule: .unknownKey,
        hints: [didYouMean(near.joined(separator: ", "))])
      return
    }
    report(
      "unknown key \"\(field.written)\"", at: field.range, rule: .unknownKey,
      hints: [
        "The keys of \(location) are: \(known.map { keywords.word(for: $0) }.joined(separator: ", "))"
      ])
  }

  /// Returns a field whose key has capital letters with the key that was meant, and reports the
  /// first such key of a file; `nil` for any other field.
  func inLowerCase(_ field: Field, among known: [String]) -> Field? {
    let key = field.written.lowercased()
    let name = keywords.name(of: key)
    guard key != field.written, known.contains(name) else { return nil }
    let word = keywords.all(for: name).first { $0.lowercased() == key } ?? name
    if !context.log.hasCapitals {
      context.log.hasCapitals = true
      report(
        "keys are written in lower case, but this is \"\(field.written)\"", at: field.range,
        rule: .unknownKey,
        hints: [didYouMean(word), "Write all other keys in lower case too."])
    }
    var field = field
    (field.name, field.written) = (name, word)
    return field
  }

  /// Returns a field with a key of another language as the story's own key, and reports the first
  /// such key of a file; `nil` for any other field.
  private func translated(_ field: Field, among known: [String]) -> Field? {
    let meanings = Keywords.meanings(of: field.written).filter { known.contains($0.name) }
    guard let name = meanings.first?.name else { return nil }
    if !context.log.hasForeignKeys {
      context.log.hasForeignKeys = true
      report(
        "unknown key \"\(field.written)\"", at: field.range, rule: .unknownKey,
        hints: [didYouMean(keywords.word(for: name))]
          + meanings.map {
            "Write \"\(word: "language"): \($0.language)\" at the top of the story to use its words."
          })
    }
    var field = field
    (field.name, field.written) = (name, keywords.word(for: name))
    return field
  }

  /// Reports a key without a value.
  func reportUnwritten(_ field: Field, isRequired: Bool = false) {
    report(
      "nothing follows \"\(field.written):\"", at: field.range,
      hints: [
        isRequired
          ? "Write its value after the colon."
          : "Write its value after the colon, or delete the key."
      ])
  }
}

// MARK: - Texts

extension StoryPartReader {
  /// Returns the text of a key; reports any other value and returns `nil`.
  func text(of field: Field, isRequired: Bool = false) -> Text? {
    if field.value.isUnwritten {
      reportUnwritten(field, isRequired: isRequired)
      return nil
    }
    guard let string = field.value.text else {
      report(
        "\"\(field.written)\" is a text, but this is \(field.value.kindName)",
        at: firstLine(of: field.value),
        hints: ["Put it in quotes if it is meant as a text."])
      return nil
    }
    if let tag = field.value.tag { reportTag(tag, at: field.value.range) }
    guard !string.trimmed.isEmpty else {
      report("the text after \"\(field.written):\" is empty", at: field.value.range)
      return nil
    }
    reportDash(in: field.value)
    return Text(string.trimmed, range: field.value.range)
  }

  /// Returns the title of a story or scenario, and reports a missing one.
  func title(of fields: [Field], key: String, beginning: SourceRange) -> Text {
    guard let field = fields.first(named: key) else {
      report(
        "this \(key) has no title", at: beginning,
        hints: ["Begin it with \"\(word: key): …\"."])
      return Text("", range: beginning)
    }
    warnOfCutTitle(field.value)
    return text(of: field, isRequired: true) ?? Text("", range: field.range)
  }

  /// Warns about a title that continues after a `#`, which begins a comment, as in `Crash #42`.
  private func warnOfCutTitle(_ node: Node) {
    let (bytes, end) = (source.bytes, node.range.end.offset)
    guard node.style == .plain, let text = node.text, end < bytes.count, bytes[end] == .space
    else { return }
    let rest = bytes[end...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let comment = rest.drop { $0 == UInt8(ascii: " ") }
    // An intended comment has a space after the sign.
    guard comment.startIndex == end + 1, comment.first == UInt8(ascii: "#"),
      let next = comment.dropFirst().first, !" \t#-=".utf8.contains(next)
    else { return }
    let whole = "\(text) \(String(decoding: comment, as: UTF8.self))"
    warn(
      "the text after \" #\" is a comment, not part of the title", at: node.range,
      rule: .cutText, hints: ["Put the title in quotes if the text belongs to it: '\(whole)'"])
  }

  /// Reports a tag on a text that isn't an expected value.
  func reportTag(_ tag: String, at range: SourceRange) {
    report(
      "\"\(tag)\" isn't allowed before this", at: range,
      hints: ["Put the text in quotes if it is meant to begin with \"!\"."])
  }

  /// Reports list items that YAML reads as a continuation of the text above.
  func reportDash(in node: Node) {
    guard node.style == .plain, let text = node.text else { return }
    if text.utf8.first == .ascii("-"), text.dropFirst().first?.isLetter == true {
      let end = node.range.start.offset + 1
      report(
        "a space is missing after this \"-\"",
        at: source.range(node.range.start.offset..<end),
        hints: [didYouMean("- \(text.dropFirst())")])
      return
    }
    let (first, last) = (node.range.start.line, node.range.end.line)
    for line in first..<last {
      guard let bytes = source.lineBytes(line + 1) else { continue }
      let shape = LineShape(bytes)
      guard let column = shape.dashColumns.first else { continue }
      let dash = bytes.startIndex + column
      report(
        "YAML reads this list item as part of the text above",
        at: source.range(dash..<dash + 1),
        hints: [
          "Write \"- \" in front of the text above too, and begin both in the same column."
        ])
      return
    }
  }
}

// MARK: - Tags

extension StoryPartReader {
  /// Reads the tags in `tags:`: a list of words, or a single word.
  func tags(of field: Field) -> [Text] {
    switch field.value.content {
    case .scalar:
      guard let text = text(of: field) else { return [] }
      return tag(text).map { [$0] } ?? []
    case .sequence(let nodes):
      var tags: [Text] = []
      for node in nodes {
        guard let string = node.text else {
          report("a tag is a word, but this is \(node.kindName)", at: firstLine(of: node))
          continue
        }
        let tag = tag(Text(string.trimmed, range: node.range))
        if let tag, !tags.contains(where: { $0.string == tag.string }) { tags.append(tag) }
      }
      return tags
    case .mapping:
      report(
        "\"tags\" is a list of words, but this is a mapping", at: firstLine(of: field.value),
        hints: ["Write them in brackets: [smoke, slow]"])
      return []
    }
  }

  private func tag(_ text: Text) -> Text? {
    let word = text.string.hasPrefix("@") ? text.string.dropFirst() : text.string[...]
    let words = word.split { $0.isWhitespace || $0 == "," }.map { $0.drop { $0 == "@" } }
    if word.isEmpty || words.isEmpty {
      report("a tag is a word, but this is empty", at: text.range)
    } else if words.count > 1 || words[0].count != word.count {
      report(
        "a tag is one word, without spaces and commas", at: text.range,
        hints: words.count > 1 ? [didYouMean("[\(words.joined(separator: ", "))]")] : [])
    } else if ["and", "or", "not"].contains(word) {
      report(
        "a tag can't be called \"\(word)\", which is an operator for selecting scenarios by tags",
        at: text.range)
    } else {
      return Text(String(word), range: text.range)
    }
    return nil
  }
}
