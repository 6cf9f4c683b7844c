import ScenarioKit
import ScenarioLanguage

/// Collects the diagnostics of a file, at most one for each range.
///
/// A sentence that examples or phrases repeat is planned several times, but reported once.
final class PlanningReporter {
  let source: SourceFile
  private(set) var diagnostics: [Diagnostic]
  var undefined = UndefinedSentences()
  private var reported: Set<SourceRange> = []

  /// Creates a reporter that has the diagnostics of reading the file.
  init(_ file: StoryFile) { (source, diagnostics) = (file.source, file.diagnostics) }

  func hasReported(at range: SourceRange) -> Bool { reported.contains(range) }

  func report(
    _ message: Message, at range: SourceRange, severity: Diagnostic.Severity = .error,
    rule: Diagnostic.Rule = .wrongData, hints: [Message] = []
  ) {
    guard reported.insert(range).inserted else { return }
    diagnostics.append(
      Diagnostic(
        message, at: source.location(of: range), severity: severity, rule: rule, hints: hints))
  }

  /// Returns the result of a closure; if it throws, reports the error and returns `nil`.
  ///
  /// Inlined, because a closure that is passed copies the sentences that it captures.
  ///
  /// - Parameter range: The range of an error without one.
  @inline(__always)
  func attempt<Result>(at range: SourceRange, _ body: () throws -> Result?) -> Result? {
    do { return try body() } catch {
      report(error, at: range)
      return nil
    }
  }

  /// Reports an error.
  ///
  /// - Parameter range: The range of an error without one.
  func report(_ error: any Error, at range: SourceRange) {
    switch error {
    case let error as DataError:
      report(error.text, at: error.range, rule: error.rule, hints: error.advice)
    case let problem as StepArgument.Problem:
      let cause = problem.cause as? DurationText.Problem
      report(
        cause?.text ?? problem.message, at: range, hints: cause?.advice.withoutCorrections ?? [])
    default: report("\(error)", at: range)
    }
  }

  /// Removes the diagnostics of a key without a value, which has another meaning.
  func dropDiagnostics(at range: SourceRange) {
    diagnostics.removeAll { $0.rule == .keyWithoutValue && $0.location?.range == range }
  }
}
