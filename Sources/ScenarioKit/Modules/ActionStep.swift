/// A step definition that prepares what the app finds, such as `the reader has no saved links`.
public typealias Given<Subject: StepSubject> = ActionStep<Subject, _Preparation>

/// A step definition that acts on the app, such as `the reader taps {string}`.
public typealias When<Subject: StepSubject> = ActionStep<Subject, _Act>

/// A step definition that does something: a ``Given`` or a ``When``, by its purpose.
public struct ActionStep<Subject: StepSubject, Purpose: _ActionPurpose>: Sendable {
  let definition: StepDefinition

  private static var role: StepDefinition.Role { Purpose.self == _Act.self ? .act : .preparation }

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
      .all(expression, synonyms, translations), Self.role, fileID, line, of: Subject.subject, body)
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
      .all(expression, synonyms, translations), Self.role, fileID, line, data: data,
      of: Subject.subject, body)
  }
}

/// The purpose of an ``ActionStep``.
public protocol _ActionPurpose {}

/// The purpose of a ``Given``.
public enum _Preparation: _ActionPurpose {}

/// The purpose of a ``When``.
public enum _Act: _ActionPurpose {}
