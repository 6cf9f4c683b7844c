import ScenarioLanguage
import ScenarioReports

/// The sentences of a file that no step definition matches.
///
/// A sentence with placeholders can differ in each row of its examples. Sentences at one place for
/// which one step definition is proposed are a single problem.
package struct UndefinedSentences {
  /// A sentence in a step of a scenario, and the index of its problem.
  package typealias Use = (text: String, problem: Int)

  private struct Key: Hashable {
    var range: SourceRange
    var code: String?
  }

  /// A problem, and the lines of the examples' rows that have the sentence.
  private typealias Problem = (diagnostic: Diagnostic, rows: [Int])

  private static let listedRows = 10

  private var problems: [Problem] = []
  private var indices: [Key: Int] = [:]

  /// Adds a sentence and returns its use.
  ///
  /// - Parameter row: The line of the row whose values the sentence may have.
  mutating func add(_ text: String, _ diagnostic: Diagnostic, row: Int?) -> Use {
    let range = diagnostic.location?.range ?? SourceRange(start: .start, end: .start)
    let key = Key(range: range, code: diagnostic.proposal?.code)
    let index = indices[key] ?? problems.count
    if index == problems.count {
      indices[key] = index
      problems.append((diagnostic, []))
    }
    if let row, !problems[index].rows.contains(row) { problems[index].rows.append(row) }
    return (text, index)
  }

  /// The problems, each with the rows that have it.
  var diagnostics: [Diagnostic] { problems.map(Self.diagnostic) }

  /// Returns the failures of a scenario's undefined steps, in order.
  func failures(of scenario: PlannedScenario) -> [(owner: Int?, failure: Failure)] {
    (scenario.steps + scenario.always).flatMap { step in
      step.undefined.compactMap { use in
        let diagnostic = Self.diagnostic(problems[use.problem])
        guard let location = diagnostic.location else { return nil }
        var failure = Failure(Self.message(for: use.text), at: location, details: diagnostic.advice)
        // Otherwise, a hint is a more likely fix.
        failure.proposal = diagnostic.proposal.flatMap { $0.isLikely ? $0.code : nil }
        return (owner: step.owner, failure: failure)
      }
    }
  }

  /// Returns the message about a sentence.
  static func message(for sentence: String) -> Message { "no step matches \"\(sentence)\"" }

  private static func diagnostic(_ problem: Problem) -> Diagnostic {
    var diagnostic = problem.diagnostic
    guard let first = problem.rows.first else { return diagnostic }
    let rows = problem.rows.prefix(listedRows).map(String.init)
    let rest = problem.rows.count - rows.count
    diagnostic.insert(
      problem.rows.count == 1
        ? "This is in the row of the examples on line \(first)."
        : "This is in the rows of the examples on lines \(rows.joined(separator: ", "))"
          + (rest > 0 ? " and \(rest) more." : "."))
    return diagnostic
  }
}
