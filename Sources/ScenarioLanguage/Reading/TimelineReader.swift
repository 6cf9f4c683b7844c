/// Reads timelines.
struct TimelineReader: StoryPartReader {
  let context: ReaderContext

  let phrases: PhraseReader

  /// Reads the step in `timeline:`.
  func step(of field: Field) -> Step? {
    guard
      isWritten(
        field,
        "Write \"\(word: "step"): 100 ms\", \"\(word: "when"):\" and \"\(word: "then"):\" below it, indented deeper."
      )
    else { return nil }
    guard let entries = field.value.entries else {
      return report(
        "a timeline has \"step\", \"values\", \"when\" and \"then\", but this is "
          + "\(field.value.kindName)", at: beginning(of: field.value))
    }
    let fields = known(fields(of: entries), among: Keys.timeline, of: "a timeline")
    // Without a step the file can't run, but the sentences of its rows are still checked.
    let step = columnStep(of: fields, timeline: field) ?? .seconds(1)
    let readValues = fields.first(named: "values").map { namedValues(of: $0) } ?? []
    let values = readValues ?? []
    var marbles = MarbleReader(values: readValues, source: source)
    var timeline = Timeline(step: step, values: values)
    for field in fields {
      switch field.name {
      case "when": timeline.acts += rows(of: field, isCheck: false, marbles: &marbles)
      case "then": timeline.checks += rows(of: field, isCheck: true, marbles: &marbles)
      default: break
      }
    }
    if fields.first(named: "when") == nil, fields.first(named: "then") == nil {
      report(
        "this timeline has no rows", at: field.range,
        hints: [
          "Write \"\(word: "when"):\" and \"\(word: "then"):\" below it, and their rows below those."
        ])
    }
    let sentences = timeline.rows.map(\.sentence)
    guard !sentences.isEmpty else { return nil }
    // A row that was not read completely may use any of them.
    for value in values where !marbles.hasMissed && !marbles.used.contains(value.name) {
      report(
        "no row of the timeline uses the value \"\(value.name)\"", at: value.range,
        hints: ["Use it in a row, or remove it."])
    }
    return Step(
      keyword: "timeline", purpose: .check, sentences: sentences,
      range: SourceRange(
        start: field.range.start, end: max(field.range.end, field.value.range.end)),
      timeline: timeline)
  }

  /// Returns the story time per column.
  private func columnStep(of fields: [Field], timeline: Field) -> Duration? {
    guard let field = fields.first(named: "step") else {
      return report(
        "this timeline has no step", at: timeline.range,
        hints: ["Write how much story time a column takes, for example: step: 100 ms"])
    }
    guard let text = text(of: field, isRequired: true) else { return nil }
    do throws(DurationText.Problem) {
      let step = try DurationText.duration(from: text.string)
      if step > .zero { return step }
      report(
        "the story time of a column has to be greater than zero", at: text.range,
        hints: ["For example: step: 100 ms"])
    } catch {
      report(error.text, at: text.range, hints: language.hints(for: error, in: text.string))
    }
    return nil
  }

  /// Reads the values in `values:`; `nil` if they are invalid.
  private func namedValues(of field: Field) -> [NamedValue]? {
    guard isWritten(field) else { return nil }
    guard case .mapping(let entries) = field.value.content else {
      return report(
        "\"values\" gives each value a name, but this is \(field.value.kindName)",
        at: beginning(of: field.value),
        hints: ["For example: values: { e: \"\", t: true, f: false }"])
    }
    refuseKeysWithoutValue(in: field.value, .prepare)
    return entries.compactMap { entry in
      let name = entry.key.text ?? ""
      guard name == "#" || name == "|" || (!name.isEmpty && name.allSatisfy(\.isMarbleLetter))
      else {
        report(
          "\"\(name)\" can't be the name of a value", at: entry.key.range,
          hints: [
            "A name consists of letters and digits, preferably only one, or is \"#\" for an error."
          ])
        return nil
      }
      return NamedValue(name: name, range: entry.key.range, value: entry.value)
    }
  }

  /// Reads the rows in `when:` or `then:`.
  private func rows(of field: Field, isCheck: Bool, marbles: inout MarbleReader) -> [Timeline.Row] {
    guard let entries = field.value.entries, !entries.isEmpty else {
      return report(
        field.value.isUnwritten
          ? "nothing follows \"\(field.written):\""
          : "a timeline's \"\(field.written)\" has a row for each sentence, but this is "
            + "\(field.value.entries == nil ? field.value.kindName : "empty")",
        at: field.value.isUnwritten ? field.range : beginning(of: field.value),
        hints: [
          isCheck ? "For example: can send: f----t---" : "For example: the author types: e----p---"
        ]) ?? []
    }
    return fields(of: entries).compactMap { field in
      guard let cells = cells(of: field, isCheck: isCheck, marbles: &marbles) else {
        marbles.hasMissed = true
        return nil
      }
      return Timeline.Row(
        sentence: phrases.withUses(Sentence(text: field.written.trimmed, range: field.range)),
        cells: cells)
    }
  }

  /// Warns about a row that continues after a `#`, which begins a comment, as in `e--- #--`.
  private func warnOfCutRow(_ node: Node) {
    // An intended comment has words after a space.
    guard let comment = comment(after: node), comment.dropFirst().first != .space else { return }
    warn(
      "the text after \" #\" is a comment, not part of the row", at: node.range,
      rule: .cutText, hints: ["Put the row in quotes to use the marble #."])
  }

  private func cells(
    of field: Field, isCheck: Bool, marbles: inout MarbleReader
  ) -> [Timeline.Cell]? {
    if field.written.trimmed.isEmpty {
      return report(
        "a row begins with a sentence, but this text is empty", at: field.range,
        hints: ["Write the sentence before the colon."])
    }
    var quotes: [Message] {
      ["Put marbles in quotes if they begin with \"#\" or \"|\", or are only \"-\"."]
    }
    if field.value.isUnwritten {
      return report(
        "this row has no marbles", at: field.range,
        hints: ["Write them after the colon, such as f----t---"] + quotes)
    }
    guard case .scalar(let text, let style) = field.value.content else {
      return report(
        "a row is a text of marbles, but this is \(field.value.kindName)",
        at: beginning(of: field.value),
        hints: ["For example: \(field.written.trimmed): f----t---"] + quotes)
    }
    if let tag = field.value.tag { reportTag(tag, at: field.value.range) }
    guard style != .literal, style != .folded else {
      return report(
        "a row is a text of marbles on one line, but this is a block", at: field.range,
        hints: ["Write them after the colon, such as f----t---"] + quotes)
    }
    warnOfCutRow(field.value)
    let reading = marbles.read(text, at: field.value.range, isCheck: isCheck)
    for problem in reading.problems { report(problem, at: field.value.range) }
    guard !reading.cells.isEmpty else {
      if reading.problems.isEmpty { report("this row has no marbles", at: field.value.range) }
      return nil
    }
    return reading.cells
  }
}
