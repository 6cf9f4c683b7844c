import ScenarioKit
import ScenarioLanguage

// Expected values that would always hold.
extension StoryContext {
  /// Reports keys and values that make a check pass because the type of the observed value can't
  /// have them, and returns the ranges of keys that it may or may not have.
  ///
  /// - Parameter isNegated: Whether the check passes if a value does not match.
  @discardableResult
  func checkKeys(
    of expected: ExpectedValue, for definition: StepDefinition, isNegated: Bool = false
  ) -> Set<SourceRange> {
    guard isNegated || expected.rule.mayHoldByAbsence else { return [] }
    var found = AbsentKeys()
    found.collect(expected, shownKeys(of: definition), isNegated: isNegated)
    for (range, absent) in found.keys.sorted(by: { $0.key.start < $1.key.start }) {
      reporter.report(
        "no value of \"\(definition.expression)\" can have the key \(quoted: absent.key)",
        at: range, rule: .unknownKey,
        hints: absent.nearest.map { [didYouMean($0)] }
          ?? ["The check would always hold because the key is absent."])
    }
    for (range, unknown) in found.unknownWords.sorted(by: { $0.key.start < $1.key.start }) {
      reporter.report(
        "no value of \"\(definition.expression)\" can have \(quoted: unknown.word) here",
        at: range,
        hints: DataError.hints(for: unknown.word, among: unknown.known, called: "values"))
    }
    return found.undetermined
  }

  /// Warns about expected values that match everything of their kind: mappings without keys, which
  /// an author may take for "nothing is shown", patterns, and numbers with a tolerance that is more
  /// than a thousand times as large.
  func checkWhatMatchesAll(in data: Node) {
    guard data.hasEmptyMapping(orTag: ["!matches", "!about"]) else { return }
    for part in data.parts { checkWhatMatchesAll(in: part) }
    if data.entries?.isEmpty == true, data.ownTag == nil || data.ownTag == "!contains" {
      let isPart = data.ownTag != nil
      reporter.report(
        isPart ? "every list with a mapping matches !contains {}" : "every mapping matches {}",
        at: data.range, severity: .warning, rule: .emptyMapping,
        hints: [
          isPart
            ? "Write what the mapping contains, or \"!contains !exactly {}\" for one without keys."
            : "Write \"!exactly {}\" for a mapping without keys, or \"!any\" for any value."
        ])
    }
    if data.ownTag == "!matches", let pattern = data.text, let regex = SafeRegex(pattern),
      // A text that no author expects, and the empty one.
      ["", "\u{FFFD}"].allSatisfy({ regex.matches(in: $0, limit: 1)?.isEmpty == false })
    {
      reporter.report(
        "every text matches this pattern, because it also matches no characters", at: data.range,
        severity: .warning, rule: .matchesAll,
        hints: ["Write + in place of *, or ^ and $ around the pattern for the whole text."])
    }
    if data.ownTag == "!about", let expected = try? ExpectedValue(data),
      let target = data.text?.firstMatch(of: /[0-9.]+/).flatMap({ Double($0.output) }),
      [-1_000.0, 1_000].allSatisfy({ expected.matches(.number($0 * max(1, target))) })
    {
      reporter.report(
        "nearly every number matches, because the tolerance is so large", at: data.range,
        severity: .warning, rule: .matchesAll,
        hints: ["Write the largest difference that is still right."])
    }
  }

  /// Reports a text that must not occur and that begins like a tag, such as `contains x`.
  private func checkTagName(in data: Node, _ text: String) {
    let words = text.split(separator: " ", maxSplits: 2).map { $0.lowercased() }
    guard words.count > 1, let first = words.first else { return }
    let isQuoted = data.style != .plain && first.hasPrefix("!")
    guard isQuoted || data.style == .plain else { return }
    let names = isQuoted ? [first] : ["!" + first, "!" + words.prefix(2).joined(separator: "-")]
    guard let tag = vocabulary.matchers.words.last(where: { names.contains($0) }) else { return }
    reporter.report(
      "\"\(text.clipped(to: 60))\" is a text, but begins like the tag \(tag)", at: data.range,
      hints: [
        isQuoted
          ? "Remove the quotes to use the tag."
          : "Write \(tag) to use the tag, or put the text in quotes."
      ])
  }

  /// Warns about texts that must not occur and that continue on the next line.
  ///
  /// YAML reads a line that is indented too deep as part of the text above it. A check that the
  /// text does not occur then always holds.
  func checkContinuedTexts(in data: Node, isNegated: Bool) {
    let isNegated = isNegated || data.tag == "!not" || data.tag?.hasPrefix("!not-") == true
    for part in data.parts { checkContinuedTexts(in: part, isNegated: isNegated) }
    guard isNegated, let text = data.text else { return }
    checkTagName(in: data, text)
    guard continuesBelow(data) else { return }
    reporter.report(
      "this text continues on the next line: \"\(text.clipped(to: 60))\"", at: data.range,
      severity: .warning, rule: .continuedText,
      hints: [
        "Indent the next line less if it is a step or a key.",
        "Put the whole text in quotes if it is one text.",
      ])
  }

  /// Returns whether a text without quotes begins on the line of its key or dash and ends below it.
  private func continuesBelow(_ node: Node) -> Bool {
    let (start, end) = (node.range.start, node.range.end)
    // The list of "!one of" is a text for YAML.
    guard start.line < end.line, node.style == .plain, let text = node.text,
      let word = text.split(separator: " ").first, node.tag?.hasSuffix("!one") != true,
      node.tag?.hasSuffix("-one") != true
    else { return false }
    var rest = source.lineText(start.line).unicodeScalars.dropFirst(start.column - 1)
    if let tag = node.tag { rest = rest.dropFirst(tag.unicodeScalars.count) }
    return Substring(rest).drop { $0 == " " }.hasPrefix(word)
  }
}
