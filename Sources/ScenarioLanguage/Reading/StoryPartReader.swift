/// A reader of a story or of one of its parts.
protocol StoryPartReader {
  /// The state shared with the readers of the other parts.
  var context: ReaderContext { get }
}

extension StoryPartReader {
  /// The language of the story.
  var language: StoryLanguage { context.language }

  /// The file that contains the story.
  var source: SourceFile { context.log.source }

  /// Reports an error, or a problem of another severity.
  func report(
    _ message: Message, at range: SourceRange, severity: Diagnostic.Severity = .error,
    rule: Diagnostic.Rule? = nil, hints: [Message] = []
  ) {
    context.log.found.report(
      message.inWords(language.word(for:)), at: range, severity: severity, rule: rule,
      hints: hints.map { $0.inWords(language.word(for:)) })
  }

  /// Reports an error, and returns nothing in place of what can't be read.
  func report<Value>(
    _ message: Message, at range: SourceRange, rule: Diagnostic.Rule? = nil, hints: [Message] = []
  ) -> Value? {
    report(message, at: range, severity: .error, rule: rule, hints: hints)
    return nil
  }

  /// Reports what is wrong with a part, or with something in it.
  func report(_ problem: Problem, at part: SourceRange) {
    report(problem.message, at: problem.range ?? part, hints: problem.hints)
  }

  /// Reports a warning: something that is valid, but probably not intended.
  func warn(
    _ message: Message, at range: SourceRange, rule: Diagnostic.Rule? = nil, hints: [Message] = []
  ) { report(message, at: range, severity: .warning, rule: rule, hints: hints) }

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
    if context.log.isFirst(.tooManySteps) {
      report(
        "there are more than \(Limits.text(Limits.scenariosAndSteps)) scenarios and steps in this "
          + "file", at: range, hints: ["Remove examples, or split them into several files."])
    }
    return false
  }

  /// Returns the range of the node's first key or value.
  func beginning(of node: Node) -> SourceRange {
    if let items = node.items { return items.first.map(beginning) ?? node.range }
    return node.entries?.first?.key.range ?? node.range
  }

  // MARK: - Texts

  /// Returns the text of a key; reports any other value and returns `nil`.
  func text(of field: Field, isRequired: Bool = false) -> Text? {
    guard isWritten(field, isRequired ? "Write its value after the colon." : nil)
    else { return nil }
    guard let string = field.value.text else {
      return report(
        "\"\(field.written)\" is a text, but this is \(field.value.kindName)",
        at: beginning(of: field.value), hints: ["Put it in quotes to use it as text."])
    }
    if let tag = field.value.tag { reportTag(tag, at: field.value.range) }
    guard !string.trimmed.isEmpty else {
      return report("the text after \"\(field.written):\" is empty", at: field.value.range)
    }
    reportDash(in: field.value)
    return Text(string.trimmed, range: field.value.range)
  }

  /// Returns the title of a story or scenario, and reports a missing one.
  func title(of fields: [Field], key: String, beginning: SourceRange) -> Text {
    guard let field = fields.first(named: key) else {
      report(
        key == "story" ? "this story has no title" : "this scenario has no title", at: beginning,
        hints: ["Begin it with \"\(word: key): …\"."])
      return Text("", range: beginning)
    }
    warnOfCutTitle(field.value)
    warnOfContinuation(of: field)
    return text(of: field, isRequired: true) ?? Text("", range: field.range)
  }

  /// Warns about a text that takes in the next line, which may be a step that is indented too deep.
  func warnOfContinuation(of field: Field) {
    let (node, line) = (field.value, field.range.start.line)
    guard node.range.end.line > line, let text = node.text else { return }
    warnOfKeys(in: node)
    guard node.style == .plain, node.range.start.line == line else { return }
    warn(
      "this text continues on the next line: \"\(text)\"", at: node.range, rule: .continuedText,
      hints: [
        "Indent the next line less if it is a step or a key.",
        "Put the whole text in quotes if it is one text.",
      ])
  }

  /// Warns about a line of a text that is probably a key, which is indented too deep.
  func warnOfKeys(in node: Node) {
    guard node.range.start.line < node.range.end.line else { return }
    for line in node.range.start.line + 1...node.range.end.line {
      guard let bytes = source.lineBytes(line) else { continue }
      let text = String(decoding: bytes, as: UTF8.self).trimmed
      guard let colon = text.firstIndex(of: ":"),
        text[text.index(after: colon)...].first.map(\.isWhitespace) ?? true
      else { continue }
      let name = language.name(of: String(text[..<colon]).trimmed)
      guard Keys.story.contains(name) && name != "about" || Keys.scenario.contains(name) else {
        continue
      }
      let start = bytes.startIndex + bytes.prefix { $0 == .ascii(" ") }.count
      warn(
        "this line belongs to the text above, so it is no key",
        at: source.range(start..<start + text[...colon].utf8.count), rule: .continuedText,
        hints: ["Indent it less if it is a key."])
    }
  }

  /// Returns the comment after a plain text, on the same line; `nil` if there is none.
  func comment(after node: Node) -> ArraySlice<UInt8>? {
    guard node.style == .plain else { return nil }
    let rest = source.bytes[node.range.end.offset...].prefix { !"\r\n".utf8.contains($0) }
    let comment = rest.drop { $0 == .space }
    return comment.first == .ascii("#") ? comment : nil
  }

  /// Warns about a title that continues after a `#`, which begins a comment, as in `Crash #42`.
  private func warnOfCutTitle(_ node: Node) {
    // An intended comment has a space after the sign.
    guard let text = node.text, let comment = comment(after: node),
      comment.startIndex == node.range.end.offset + 1,
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
      hints: ["Put the text in quotes to begin it with \"!\"."])
  }

  /// Reports list items that YAML reads as a continuation of the text above.
  func reportDash(in node: Node) {
    guard node.style == .plain, let text = node.text else { return }
    if text.utf8.first == .ascii("-"), text.dropFirst().first?.isLetter == true {
      let end = node.range.start.offset + 1
      return report(
        "a space is missing after this \"-\"", at: source.range(node.range.start.offset..<end),
        hints: [didYouMean("- \(text.dropFirst())", corrections: ["- "])])
    }
    let (first, last) = (node.range.start.line, node.range.end.line)
    for line in first..<last {
      guard let bytes = source.lineBytes(line + 1) else { continue }
      guard let column = LineShape(bytes).dashColumns.first else { continue }
      let dash = bytes.startIndex + column
      return report(
        "YAML reads this list item as part of the text above", at: source.range(dash..<dash + 1),
        hints: ["Write \"- \" in front of the text above too, and begin both in the same column."])
    }
  }
}
