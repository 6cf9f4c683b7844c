import ScenarioKit
import ScenarioLanguage
import StepExpressions

extension FilePlanner {
  /// Plans the rows of a timeline.
  mutating func plan(_ timeline: Timeline, vocabulary: Vocabulary) -> PlannedTimeline {
    var planned = PlannedTimeline(step: timeline.step, columns: timeline.columns)
    for row in timeline.acts {
      if let acts = acts(of: row, timeline: timeline, vocabulary: vocabulary) {
        planned.acts.append(acts)
      }
    }
    for row in timeline.checks {
      if let observed = observed(row, timeline: timeline, vocabulary: vocabulary) {
        planned.observed.append(observed)
      }
    }
    let names = Set(timeline.checks.flatMap(\.cells).compactMap(\.valueName))
    for value in timeline.values {
      guard names.contains(value.name) else {
        // A value used only in acts may also be observed, but need not be a valid expected value.
        if let expected = try? ExpectedValue(value.value) {
          planned.values.append(PlannedTimeline.Named(name: value.name, expected: expected))
        }
        continue
      }
      attempt(at: value.range) {
        planned.values.append(
          PlannedTimeline.Named(name: value.name, expected: try ExpectedValue(value.value)))
      }
      warnOfEmptyMappings(in: value.value)
    }
    for (index, observed) in planned.observed.enumerated() {
      let names = Set(observed.row.cells.compactMap(\.valueName))
      for value in planned.values where names.contains(value.name) {
        reportImpossibleKeys(
          of: value.expected, for: observed.sentence.definition, isNegated: false)
      }
      guard observed.sentence.definition.takesExpectation else { continue }
      var arguments = observed.sentence.arguments
      arguments.data = planned.values.filter { names.contains($0.name) }.map(\.expected)
      planned.observed[index].sentence = sentence(
        of: observed.row, observed.sentence.definition, arguments)
    }
    return planned
  }

  // MARK: - Rows under "then"

  private mutating func observed(
    _ row: Timeline.Row, timeline: Timeline, vocabulary: Vocabulary
  ) -> PlannedTimeline.Observed? {
    guard
      let (definition, match) = match(
        of: timeline.sentence(of: row), purpose: .check, vocabulary: vocabulary),
      isInPlace(definition, row: row, keyword: "then", purpose: .check)
    else { return nil }
    guard definition.role == .observation else {
      report(
        "\"\(row.sentence.text)\" has no value that a timeline can observe",
        at: row.sentence.range, rule: .misplacedStep,
        hints: ["A row needs an observation. Write other checks in a \"then\" beside the timeline."]
      )
      return nil
    }
    let arguments = StepDefinition.Arguments(values: match.arguments.map(\.value), data: nil)
    return PlannedTimeline.Observed(
      row: row, sentence: sentence(of: row, definition, arguments))
  }

  // MARK: - Rows under "when"

  private mutating func acts(
    of row: Timeline.Row, timeline: Timeline, vocabulary: Vocabulary
  ) -> PlannedTimeline.Acts? {
    if let acts = actsByParameter(of: row, timeline: timeline, vocabulary: vocabulary) {
      return acts
    }
    guard
      let (definition, match) = match(
        of: timeline.sentence(of: row), purpose: .act, vocabulary: vocabulary),
      isInPlace(definition, row: row, keyword: "when", purpose: .act)
    else { return nil }
    let plain = StepDefinition.Arguments(values: match.arguments.map(\.value), data: nil)
    var acts = PlannedTimeline.Acts(
      row: row, sentence: sentence(of: row, definition, plain), arguments: [:])
    var byName: [String: StepDefinition.Arguments] = [:]
    var seen: Set<String> = []
    for (column, cell) in row.cells.enumerated() {
      switch (cell.mark, definition.dataUse) {
      case (nil, _), (.end, _): break
      case (.error, _):
        reportMeaninglessError(at: cell.range, of: row)
      case (.value, .none), (.value, .expected):
        acts.arguments[column] = plain
      case (.value(let name), .decoded(_, let decode)):
        if seen.insert(name).inserted {
          guard let value = value(named: name, of: timeline, at: cell.range) else { continue }
          let folder = folder
          attempt(at: value.value.range) {
            var arguments = plain
            arguments.data = try decode(
              value.value, folder,
              DataSentence(values: plain.values, range: row.sentence.range)
            ).data
            byName[name] = arguments
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
  private mutating func actsByParameter(
    of row: Timeline.Row, timeline: Timeline, vocabulary: Vocabulary
  ) -> PlannedTimeline.Acts? {
    guard matches(of: row.sentence.text, vocabulary: vocabulary).isEmpty else { return nil }
    var acts: PlannedTimeline.Acts?
    for (column, cell) in row.cells.enumerated() {
      guard let text = cell.valueName.flatMap({ timeline.value(named: $0)?.value.wordText })
      else { continue }
      let words = row.sentence.text
      var found = matches(of: "\(words) \(Notation.quoted(text))", vocabulary: vocabulary)
      if found.isEmpty { found = matches(of: "\(words) \(text)", vocabulary: vocabulary) }
      guard found.count == 1, let (definition, match) = found.first, definition.role == .act,
        case .none = definition.dataUse
      else { return nil }
      let arguments = StepDefinition.Arguments(values: match.arguments.map(\.value), data: nil)
      if acts == nil {
        acts = PlannedTimeline.Acts(
          row: row, sentence: sentence(of: row, definition, arguments), arguments: [:])
      }
      acts?.arguments[column] = arguments
    }
    if let acts { reportMarksLeftOut(of: acts, timeline: timeline) }
    return acts
  }

  /// Reports the marks in a row that would have no effect, each name once.
  private mutating func reportMarksLeftOut(of acts: PlannedTimeline.Acts, timeline: Timeline) {
    var seen: Set<String> = []
    for (column, cell) in acts.row.cells.enumerated() where acts.arguments[column] == nil {
      switch cell.mark {
      case nil, .end: break
      case .error:
        guard seen.insert("#").inserted else { continue }
        reportMeaninglessError(at: cell.range, of: acts.row)
      case .value(let name):
        guard seen.insert(name).inserted,
          let value = value(named: name, of: timeline, at: cell.range)
        else { continue }
        report(
          "\"\(name)\" is \(value.value.tag ?? value.value.kindInWords), which can't be the value for "
            + "\"\(acts.row.sentence.text)\"", at: cell.range,
          hints: ["Define it as a text in \"values\", for example: \(name): Retry"])
      }
    }
  }

  private mutating func reportMeaninglessError(at range: SourceRange, of row: Timeline.Row) {
    report(
      "\"#\" has no value to pass to \"\(row.sentence.text)\"", at: range,
      hints: ["Define one in \"values\", for example: \"#\": timed out"])
  }

  /// Returns the step definitions that match a text.
  func matches(
    of text: String, vocabulary: Vocabulary
  ) -> [(definition: StepDefinition, match: StepMatch)] {
    vocabulary.entries.compactMap { entry in
      (try? entry.expression.match(text)).flatMap { $0 }.map { (entry.definition, $0) }
    }
  }

  // MARK: - Shared by rows

  private mutating func isInPlace(
    _ definition: StepDefinition, row: Timeline.Row, keyword: String, purpose: Step.Purpose
  ) -> Bool {
    if definition.role == .pause {
      report(
        "\"\(row.sentence.text)\" lets time pass, but in a timeline the columns do that",
        at: row.sentence.range, rule: .misplacedStep)
      return false
    }
    let step = Step(
      keyword: keyword, purpose: purpose, sentences: [row.sentence], range: row.sentence.range)
    return checkPurpose(of: definition, sentence: row.sentence, step: step)
  }

  private func sentence(
    of row: Timeline.Row, _ definition: StepDefinition, _ arguments: StepDefinition.Arguments
  ) -> PlannedSentence {
    PlannedSentence(
      text: row.sentence.text, location: file.source.location(of: row.sentence.range),
      definition: definition, arguments: arguments, expectation: nil)
  }

  private mutating func value(
    named name: String, of timeline: Timeline, at range: SourceRange
  ) -> Timeline.NamedValue? {
    if let value = timeline.value(named: name) { return value }
    let names = timeline.values.map(\.name)
    report(
      "no value is called \"\(name)\"", at: range,
      hints: [
        names.isEmpty
          ? "Define it next to \"step\": values: { \(name): … }"
          : "Defined in \"values\": \(names.joined(separator: ", "))"
      ])
    return nil
  }

  private mutating func attempt(at range: SourceRange, _ body: () throws -> Void) {
    do {
      try body()
    } catch let diagnostic as DataError {
      report(
        diagnostic.message, at: diagnostic.range, rule: diagnostic.rule, hints: diagnostic.hints)
    } catch {
      report("\(error)", at: range)
    }
  }
}

extension Timeline {
  /// Returns the sentence of a row with the first of its values as data, because no more is known
  /// of the values.
  fileprivate func sentence(of row: Row) -> Sentence {
    var sentence = row.sentence
    sentence.data = row.cells.lazy.compactMap(\.valueName).first.flatMap { value(named: $0)?.value }
    return sentence
  }
}

extension Timeline.Cell {
  /// The name of the value in the column; `nil` if there is none.
  package var valueName: String? {
    if case .value(let name) = mark { name } else { nil }
  }
}

extension Node {
  /// The node's text if it can be part of a sentence; otherwise `nil`.
  fileprivate var wordText: String? {
    guard let scalar, !scalar.isNull, ownTag == nil else { return nil }
    return scalar.text
  }
}
