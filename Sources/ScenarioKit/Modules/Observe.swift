/// A step definition that shows a value of the app, such as `the screen shows`; the data after the
/// sentence's colon is the expected value.
public struct Observe<Subject: StepSubject>: Sendable {
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
  ///   - body: Returns the value. It receives the module or double and one argument for each
  ///     parameter of the sentence. No time passes in it. A story writes the value as its JSON
  ///     would be written. If its type is `Codable`, mistyped keys of `!absent` are found before
  ///     anything runs.
  public init<Shown: Encodable, each P: Sendable>(
    _ expression: String, synonyms: String...,
    translations: KeyValuePairs<String, String> = [:], fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (Subject, repeat each P) throws -> Shown
  ) {
    definition = .observation(
      .all(expression, synonyms, translations), fileID, line, of: Subject.subject, body)
  }

  /// Creates the step definition of a value that may change only with an announcement of its
  /// `@Observable` model.
  ///
  /// A tracked value is also read before each step. If it has changed since it was last read, and
  /// the Observation framework has announced no change of the properties that the closure reads, a
  /// check of it fails: a view would still show the old value. While the closure throws, for
  /// example because the screen is closed, nothing is tracked.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression without parameters.
  ///   - synonyms: Other wordings in the same language.
  ///   - translations: The sentence in other languages, by their codes, such as `"ru"`.
  ///   - tracked: Whether the value is tracked.
  ///   - fileID: The Swift file that messages name; the caller's by default.
  ///   - line: The line that messages name; the caller's by default.
  ///   - body: Returns the value. It receives the module or double. No time passes in it.
  public init<Shown: Encodable>(
    _ expression: String, synonyms: String...,
    translations: KeyValuePairs<String, String> = [:], tracked: Bool, fileID: String = #fileID,
    line: Int = #line, _ body: @escaping @MainActor (Subject) throws -> Shown
  ) {
    definition = .observation(
      .all(expression, synonyms, translations), tracked: tracked, fileID, line, of: Subject.subject,
      body)
  }
}
