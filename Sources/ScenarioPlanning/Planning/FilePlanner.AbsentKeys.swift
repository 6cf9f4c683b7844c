import DisplayText
import ScenarioKit
import ScenarioLanguage

extension FilePlanner {
  /// Reports keys and values that make a check pass because the type of the observed value can't
  /// have them.
  ///
  /// - Parameter isNegated: Whether the check passes if a value does not match.
  mutating func reportImpossibleKeys(
    of expected: ExpectedValue, for definition: StepDefinition, isNegated: Bool
  ) {
    guard isNegated || expected.rule.mayHoldByAbsence else { return }
    let keys = shownKeys(of: definition)
    var found = AbsentKeys()
    found.lookAhead(expected, keys, isNegated: isNegated)
    for (range, suspect) in found.suspects.sorted(by: { $0.key.start < $1.key.start }) {
      report(
        "no value of \"\(definition.expression)\" can have the key \(Notation.quoted(suspect.key))",
        at: range, rule: .unknownKey,
        hints: suspect.nearest.map { [didYouMean($0)] }
          ?? ["The check would always hold because the key is absent."])
    }
    for (range, unknown) in found.unknownWords.sorted(by: { $0.key.start < $1.key.start }) {
      report(
        "no value of \"\(definition.expression)\" can have \(Notation.quoted(unknown.word)) here",
        at: range,
        hints: DataError.hints(for: unknown.word, among: unknown.known, called: "values"))
    }
  }
}
