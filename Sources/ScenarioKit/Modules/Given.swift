/// A step definition that prepares what the app finds, such as `the reader has no saved links`.
public struct Given<Subject: StepSubject>: Sendable {
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
  ///   - body: The action. It receives the module or double and one argument for each parameter of
  ///     the sentence. It may suspend; story time passes until it returns.
  public init<each P: Sendable>(
    _ expression: String, synonyms: String...,
    translations: KeyValuePairs<String, String> = [:], fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (Subject, repeat each P) async throws -> Void
  ) {
    definition = .action(
      StepDefinition.Wording.all(expression, synonyms, translations), .preparation, fileID, line,
      of: { try Subject.subject(of: $0, in: $1) }, body)
  }

  /// Creates the step definition of a sentence that takes data after its colon.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression.
  ///   - synonyms: Other wordings in the same language, with the same parameters in the same order.
  ///   - translations: The sentence in other languages, by their codes, such as `"ru"`, with the
  ///     same parameters in the same order.
  ///   - data: The type of the data; an optional type if the data may be omitted.
  ///   - fileID: The Swift file that messages name; the caller's by default.
  ///   - line: The line that messages name; the caller's by default.
  ///   - body: The action. It receives the module or double, the data, and one argument for each
  ///     parameter of the sentence. It may suspend; story time passes until it returns.
  public init<Data: Decodable & Sendable, each P: Sendable>(
    _ expression: String, synonyms: String..., translations: KeyValuePairs<String, String> = [:],
    data: Data.Type, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (Subject, Data, repeat each P) async throws -> Void
  ) {
    definition = .action(
      StepDefinition.Wording.all(expression, synonyms, translations), .preparation, fileID, line,
      data: data, of: { try Subject.subject(of: $0, in: $1) }, body)
  }
}
