/// A step definition that checks something in Swift, for what can't be an ``Observe``.
public struct Then<Subject: StepSubject>: Sendable {
  let definition: StepDefinition

  /// Creates the step definition.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression.
  ///   - synonyms: Other wordings in the same language, with the same parameters in the same order.
  ///   - translations: The sentence in other languages, by their codes, such as `"ru"`, with the
  ///     same parameters in the same order.
  ///   - fileID: The Swift file that messages name; the caller's by default.
  ///   - line: The line that messages name; the caller's by default.
  ///   - body: The check. It receives the module or double and one argument for each parameter of
  ///     the sentence, and throws ``CheckFailure`` if the check does not hold. No time passes in
  ///     it.
  public init<each P: Sendable>(
    _ expression: String, synonyms: String...,
    translations: KeyValuePairs<String, String> = [:], fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (Subject, repeat each P) throws -> Void
  ) {
    definition = .check(
      StepDefinition.Wording.all(expression, synonyms, translations), fileID, line,
      of: { try Subject.subject(of: $0, in: $1) }, body)
  }

  /// Does not compile, because it is not marked with `try`: a check that returns a Boolean value
  /// would always hold.
  @available(
    *, deprecated,
    message: "the returned value is ignored; write #expect(…), throw CheckFailure, or use Observe"
  )
  public init<Ignored: _IgnoredResult, each P: Sendable>(
    _ expression: String, synonyms: String...,
    translations: KeyValuePairs<String, String> = [:], fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (Subject, repeat each P) throws -> Ignored
  ) throws { throw StepMismatch(description: "the check \"\(expression)\" returns a value") }
}

/// The types of results that look like the verdict of a ``Then``.
///
/// With `Bool` itself, closures without a result would be ambiguous.
public protocol _IgnoredResult {}

extension Bool: _IgnoredResult {}

extension Optional: _IgnoredResult where Wrapped == Bool {}
