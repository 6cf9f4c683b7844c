import ScenarioKit
import ScenarioLanguage

/// Plans the rows of one timeline.
struct TimelinePlanner {
  let timeline: Timeline
  let story: StoryContext
  var matcher: SentenceMatcher

  /// Returns the timeline's step with those of its rows that have no error.
  mutating func plan(_ step: Step) -> PlannedStep {
    var planned = PlannedTimeline(step: timeline.step, columns: timeline.columns)
    planned.acts = timeline.acts.compactMap { acts(of: $0) }
    planned.observed = timeline.checks.compactMap { observed($0) }
    planned.values = expectedValues()
    for (index, observed) in planned.observed.enumerated() {
      let values = planned.expected(in: observed)
      let definition = observed.sentence.definition
      for value in values { story.checkKeys(of: value, for: definition) }
      guard definition.takesExpectation else { continue }
      var arguments = observed.sentence.arguments
      arguments.data = values
      planned.observed[index].sentence = sentence(of: observed.row, definition, arguments)
    }
    return PlannedStep(
      step, sentences: planned.sentences, undefined: matcher.undefined, timeline: planned)
  }

  /// The values that an observation can be drawn with.
  private func expectedValues() -> [PlannedTimeline.Named] {
    let observed = Set(timeline.checks.flatMap(\.cells).compactMap(\.valueName))
    let matchers = story.vocabulary.matchers
    return timeline.values.compactMap { value in
      let expected: ExpectedValue?
      if observed.contains(value.name) {
        expected = story.reporter.attempt(at: value.range) {
          try ExpectedValue(value.value, matchers)
        }
        story.checkContinuedTexts(in: value.value, isNegated: false)
        story.checkWhatMatchesAll(in: value.value)
      } else {
        // A value used only in acts may also be observed, but need not be a valid expected value.
        expected = try? ExpectedValue(value.value, matchers)
      }
      return expected.map { (name: value.name, expected: $0) }
    }
  }

  // MARK: - Rows under "then"

  private mutating func observed(_ row: Timeline.Row) -> PlannedTimeline.Row? {
    guard let matched = match(row, keyword: "then", purpose: .check) else { return nil }
    guard matched.role == .observation else {
      story.reporter.report(
        "\"\(row.sentence.text)\" has no value that a timeline can observe",
        at: row.sentence.range, rule: .misplacedStep,
        hints: ["A row needs an observation. Write other checks in a \"then\" beside the timeline."]
      )
      return nil
    }
    return PlannedTimeline.Row(
      row: row,
      sentence: sentence(
        of: row, story.definition(of: matched), StepDefinition.Arguments(values: matched.values)))
  }

  // MARK: - Rows under "when"

  private mutating func acts(of row: Timeline.Row) -> PlannedTimeline.Row? {
    if let acts = actsByParameter(of: row) { return acts }
    guard let matched = match(row, keyword: "when", purpose: .act) else { return nil }
    let definition = story.definition(of: matched)
    let plain = StepDefinition.Arguments(values: matched.values)
    var acts = PlannedTimeline.Row(row: row, sentence: sentence(of: row, definition, plain))
    var byName: [String: StepDefinition.Arguments] = [:]
    var seen: Set<String> = []
    for (column, cell) in row.cells.enumerated() {
      switch (cell.mark, definition.dataUse) {
      case (nil, _), (.end, _): break
      case (.error, _): reportMeaninglessError(at: cell.range, of: row)
      case (.value, .none), (.value, .expected): acts.arguments[column] = plain
      case (.value(let name), .decoded(_, let decode)):
        if seen.insert(name).inserted {
          guard let value = value(named: name, at: cell.range)?.value else { continue }
          let sentence = (values: plain.values, range: row.sentence.range)
          byName[name] = story.reporter.attempt(at: value.range) {
            StepDefinition.Arguments(
              values: plain.values, data: try decode(value, story.folder, sentence).data)
          }
        }
        acts.arguments[column] = byName[name]
      }
    }
    return acts
  }

  /// Returns the acts of a row whose values replace the sentence's last parameter, or `nil` for any
  /// other row.
  ///
  /// For example, the row `the reader taps` uses the step definition `the reader taps {string}`.
  private func actsByParameter(of row: Timeline.Row) -> PlannedTimeline.Row? {
    let words = row.sentence.text
    guard matcher.definitions(matching: words).isEmpty else { return nil }
    var acts: PlannedTimeline.Row?
    for (column, cell) in row.cells.enumerated() {
      guard let value = cell.valueName.flatMap({ timeline.value(named: $0)?.value }),
        let scalar = value.scalar, !scalar.isNull, value.ownTag == nil
      else { continue }
      let text = scalar.text
      var found = matcher.definitions(matching: "\(words) \(Notation.quoted(text))")
      if found.isEmpty { found = matcher.definitions(matching: "\(words) \(text)") }
      guard found.count == 1, let matched = found.first, matched.role == .act,
        !story.definition(of: matched).takesData
      else { return nil }
      let arguments = StepDefinition.Arguments(values: matched.values)
      if acts == nil {
        acts = PlannedTimeline.Row(
          row: row, sentence: sentence(of: row, story.definition(of: matched), arguments))
      }
      acts?.arguments[column] = arguments
    }
    if let acts { reportMarksLeftOut(of: acts) }
    return acts
  }

  /// Reports the marks in a row that would have no effect, each name once.
  private func reportMarksLeftOut(of acts: PlannedTimeline.Row) {
    var seen: Set<String> = []
    for (column, cell) in acts.row.cells.enumerated() where acts.arguments[column] == nil {
      switch cell.mark {
      case nil, .end: break
      case .error:
        guard seen.insert("#").inserted else { continue }
        reportMeaninglessError(at: cell.range, of: acts.row)
      case .value(let name):
        guard seen.insert(name).inserted, let value = value(named: name, at: cell.range)?.value
        else { continue }
        story.reporter.report(
          "\"\(name)\" is \(value.tag ?? value.kindInWords), which can't be the value for "
            + "\"\(acts.row.sentence.text)\"", at: cell.range,
          hints: ["Define it as a text in \"values\", for example: \(name): Retry"])
      }
    }
  }

  private func reportMeaninglessError(at range: SourceRange, of row: Timeline.Row) {
    story.reporter.report(
      "\"#\" has no value to pass to \"\(row.sentence.text)\"", at: range,
      hints: ["Define one in \"values\", for example: \"#\": timed out"])
  }

  // MARK: - Shared by rows

  /// Returns the step definition of a row; otherwise reports an error and returns `nil`.
  private mutating func match(
    _ row: Timeline.Row, keyword: String, purpose: Step.Purpose
  ) -> KnownSentences.Match? {
    var sentence = row.sentence
    // The hints for an unknown sentence are about one value, because no more is known of them.
    sentence.data = row.cells.lazy.compactMap(\.valueName).first
      .flatMap { timeline.value(named: $0)?.value }
    guard let matched = matcher.match(sentence, purpose: purpose) else { return nil }
    if matched.role == .pause {
      story.reporter.report(
        "\"\(row.sentence.text)\" lets time pass, but in a timeline the columns do that",
        at: row.sentence.range, rule: .misplacedStep)
      return nil
    }
    let step = Step(
      keyword: keyword, purpose: purpose, sentences: [row.sentence], range: row.sentence.range)
    return matcher.checkPurpose(of: sentence, as: matched.role, in: step) ? matched : nil
  }

  private func sentence(
    of row: Timeline.Row, _ definition: StepDefinition, _ arguments: StepDefinition.Arguments
  ) -> PlannedSentence {
    PlannedSentence(
      text: row.sentence.text, location: story.source.location(of: row.sentence.range),
      definition: definition, arguments: arguments, expectation: nil,
      phrases: story.phrases(of: row.sentence))
  }

  private func value(named name: String, at range: SourceRange) -> NamedValue? {
    if let value = timeline.value(named: name) { return value }
    let names = timeline.values.map(\.name)
    story.reporter.report(
      "no value is called \"\(name)\"", at: range,
      hints: [
        names.isEmpty
          ? "Define it next to \"step\": values: { \(name): … }"
          : "Defined in \"values\": \(names.joined(separator: ", "))"
      ])
    return nil
  }
}

extension Timeline.Cell {
  /// The name of the value in the column; `nil` if there is none.
  package var valueName: String? { if case .value(let name) = mark { name } else { nil } }
}
