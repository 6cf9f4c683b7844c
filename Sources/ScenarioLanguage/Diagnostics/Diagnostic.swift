/// A problem in a file or a call, in words that don't require knowledge of Swift, with hints.
///
/// Reading a file returns all of its diagnostics, except that only the first of several YAML syntax
/// errors is returned. Other operations throw the diagnostic that ends them.
public struct Diagnostic: Error, Sendable, Hashable, Codable {
  /// The severity of a diagnostic.
  package enum Severity: String, Sendable, Hashable, Codable {
    /// The file can't be run.
    case error
    /// The file can be run, but probably not as intended.
    case warning
    /// The file can be run and may well be as intended.
    case note
  }

  /// Swift code that would resolve a diagnostic.
  package struct Proposal: Sendable, Hashable, Codable {
    /// A step definition of a module: its expression, as in a literal, and the code around it.
    package struct Definition: Sendable, Hashable {
      package var module, before, expression, after: String

      package init(module: String, before: String, expression: String, after: String) {
        (self.module, self.before) = (module, before)
        (self.expression, self.after) = (expression, after)
      }

      package var code: String { before + expression + after }
    }

    private enum CodingKeys: CodingKey { case code, isLikely }

    /// The code, ready to paste.
    package var code: String

    /// The step definition for this sentence alone; `nil` once it is encoded.
    package var step: Definition?

    /// Whether the code is likely to resolve the diagnostic.
    ///
    /// If it is `false`, a hint is a more likely fix, and the formatted text omits the code.
    package var isLikely: Bool

    package init(_ step: Definition, isLikely: Bool) {
      (code, self.step, self.isLikely) = (step.code, step, isLikely)
    }
  }

  package var severity: Severity

  /// The kind of diagnostic, for use by tools.
  package var rule: Rule

  /// The file, the range in it, and the text of the range's first line; `nil` if the problem is not
  /// in a file.
  package var location: Location?

  /// The problem: one sentence that begins in lower case and has no full stop.
  package internal(set) var message: String

  /// Suggested fixes, one line each, such as `Did you mean: scenarios`.
  package internal(set) var hints: [String]

  /// The message and the hints, by which they are translated; `nil` once they are, and in results
  /// of earlier versions.
  var messages: [Message]?

  /// The message, by which it is translated.
  package var problem: Message { messages?.first ?? Message(verbatim: message) }

  /// The hints, by which they are translated.
  package var advice: [Message] {
    messages.flatMap { $0.isEmpty ? nil : Array($0.dropFirst()) } ?? [Message](verbatim: hints)
  }

  /// The texts, each of which resolves the diagnostic in place of its range.
  package var corrections: [String] { (messages ?? []).flatMap { $0.corrections ?? [] } }

  /// Swift code that a developer could add; `nil` if none is needed.
  package var proposal: Proposal?

  /// The start of the diagnostic's range; the start of the file if there is no location.
  package var start: Position { location?.range.start ?? .start }

  /// The line on which the diagnostic's range begins, from 1.
  package var line: Int { start.line }

  /// The column at which the diagnostic's range begins, from 1.
  package var column: Int { start.column }

  /// Whether the diagnostic prevents the file from being run.
  package var isError: Bool { severity == .error }

  /// The message and the hints, one line each, without severity and location.
  package var text: String { ([message] + hints).joined(separator: "\n  ") }

  package init(
    _ message: Message, at location: Location? = nil, severity: Severity = .error,
    rule: Rule = .invalidStory, hints: [Message] = [], proposal: Proposal? = nil
  ) {
    (self.severity, self.rule, self.proposal) = (severity, rule, proposal)
    (self.location, self.message) = (location, message.english)
    self.hints = hints.map(\.english)
    messages = [message] + hints
  }

  /// Adds a hint before the others.
  package mutating func insert(_ hint: Message) {
    hints.insert(hint.english, at: 0)
    messages?.insert(hint, at: 1)
  }

  /// Creates a diagnostic from a text whose first line is the message and whose other lines are
  /// hints.
  package init(lines text: String, at location: Location? = nil, rule: Rule = .invalidStory) {
    let lines = [Message](
      verbatim: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    self.init(lines[0], at: location, rule: rule, hints: Array(lines.dropFirst()))
  }
}

extension Sequence<Diagnostic> {
  /// Returns the diagnostics sorted by file and by position within a file, without duplicates.
  package func sortedByLocation() -> [Diagnostic] {
    // Compared without their lines, which can be long and follow from their locations.
    withoutRepeats { diagnostic in
      var key = diagnostic
      key.location = key.location.map { Location(path: $0.path, range: $0.range, lineText: "") }
      return key
    }.sorted { ($0.location?.path ?? "", $0.start) < ($1.location?.path ?? "", $1.start) }
  }
}
