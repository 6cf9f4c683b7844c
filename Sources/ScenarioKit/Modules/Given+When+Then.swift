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
    _ expression: String, synonyms: String...,
    translations: KeyValuePairs<String, String> = [:], data: Data.Type, fileID: String = #fileID,
    line: Int = #line,
    _ body: @escaping @MainActor (Subject, Data, repeat each P) async throws -> Void
  ) {
    definition = .action(
      StepDefinition.Wording.all(expression, synonyms, translations), .preparation, fileID, line,
      data: data, of: { try Subject.subject(of: $0, in: $1) }, body)
  }
}

/// A step definition that acts on the app, such as `the reader taps {string}`.
public struct When<Subject: StepSubject>: Sendable {
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
      StepDefinition.Wording.all(expression, synonyms, translations), .act, fileID, line,
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
    _ expression: String, synonyms: String...,
    translations: KeyValuePairs<String, String> = [:], data: Data.Type, fileID: String = #fileID,
    line: Int = #line,
    _ body: @escaping @MainActor (Subject, Data, repeat each P) async throws -> Void
  ) {
    definition = .action(
      StepDefinition.Wording.all(expression, synonyms, translations), .act, fileID, line,
      data: data, of: { try Subject.subject(of: $0, in: $1) }, body)
  }
}

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
  ) throws {
    throw StepMismatch(description: "the check \"\(expression)\" returns a value")
  }
}

/// The types of results that look like the verdict of a ``Then``.
///
/// With `Bool` itself, closures without a result would be ambiguous.
public protocol _IgnoredResult {}

extension Bool: _IgnoredResult {}

extension Optional: _IgnoredResult where Wrapped == Bool {}

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
      StepDefinition.Wording.all(expression, synonyms, translations), fileID, line,
      of: { try Subject.subject(of: $0, in: $1) }, body)
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
      StepDefinition.Wording.all(expression, synonyms, translations), tracked: tracked, fileID,
      line, of: { try Subject.subject(of: $0, in: $1) }, body)
  }
}

extension StepDefinition {
  /// The first argument of a step definition's closure, taken from a running scenario.
  package typealias Subject<S> = @MainActor @Sendable (any Module, ScenarioContext) throws -> S

  private static func types<each P: Sendable>(_ type: repeat (each P).Type) -> [any Sendable.Type] {
    var types: [any Sendable.Type] = []
    repeat types.append(each type)
    return types
  }

  package static func action<S, each P: Sendable>(
    _ wordings: [Wording], _ role: Role, _ fileID: String = #fileID, _ line: Int = #line,
    of subject: @escaping Subject<S>,
    _ body: @escaping @MainActor (S, repeat each P) async throws -> Void
  ) -> StepDefinition {
    StepDefinition(
      wordings: wordings, role: role, origin: Origin(fileID: fileID, line: line),
      parameterTypes: types(repeat (each P).self), dataUse: .none
    ) { module, context, arguments in
      var reader = ArgumentReader(arguments)
      try await body(try subject(module, context), repeat try reader.next((each P).self))
      return nil
    }
  }

  package static func check<S, each P: Sendable>(
    _ wordings: [Wording], _ fileID: String = #fileID, _ line: Int = #line,
    of subject: @escaping Subject<S>,
    _ body: @escaping @MainActor (S, repeat each P) throws -> Void
  ) -> StepDefinition {
    let evaluate: Evaluation = { module, context, arguments in
      var reader = ArgumentReader(arguments)
      try body(try subject(module, context), repeat try reader.next((each P).self))
      return nil
    }
    return StepDefinition(
      wordings: wordings, role: .check, origin: Origin(fileID: fileID, line: line),
      parameterTypes: types(repeat (each P).self), dataUse: .none, evaluate: evaluate,
      run: evaluate)
  }

  package static func action<S, Data: Decodable & Sendable, each P: Sendable>(
    _ wordings: [Wording], _ role: Role, _ fileID: String = #fileID, _ line: Int = #line,
    data: Data.Type, use: DataUse? = nil, of subject: @escaping Subject<S>,
    _ body: @escaping @MainActor (S, Data, repeat each P) async throws -> Void
  ) -> StepDefinition {
    StepDefinition(
      wordings: wordings, role: role, origin: Origin(fileID: fileID, line: line),
      parameterTypes: types(repeat (each P).self), dataUse: use ?? .decoding(data), dataType: data
    ) { module, context, arguments in
      var reader = ArgumentReader(arguments)
      let data = try reader.data(as: Data.self)
      try await body(try subject(module, context), data, repeat try reader.next((each P).self))
      return nil
    }
  }

  package static func observation<S, Shown: Encodable, each P: Sendable>(
    _ wordings: [Wording], tracked: Bool = false, _ fileID: String = #fileID, _ line: Int = #line,
    of subject: @escaping Subject<S>,
    _ body: @escaping @MainActor (S, repeat each P) throws -> Shown
  ) -> StepDefinition {
    var evaluate: Evaluation = { module, context, arguments in
      var reader = ArgumentReader(arguments)
      return try ValueEncoder().encode(
        try body(try subject(module, context), repeat try reader.next((each P).self)))
    }
    if tracked, let sentence = wordings.first?.expression {
      evaluate = { [evaluate] module, context, arguments in
        try context.trackedObservation(sentence).value(of: sentence) {
          try evaluate(module, context, arguments) ?? .absent
        }
      }
    }
    return StepDefinition(
      wordings: wordings, role: .observation, origin: Origin(fileID: fileID, line: line),
      parameterTypes: types(repeat (each P).self), dataUse: .expected, shownType: Shown.self,
      isTracked: tracked, evaluate: evaluate, run: evaluate)
  }

  /// Returns the definition of an observation whose value depends on what it is compared with.
  ///
  /// - Parameter body: Returns the value. It receives the subject, the expected values, and the
  ///   parameters; the expected values are `nil` if they are unknown.
  package static func observation<S, Shown: Encodable, each P: Sendable>(
    _ wordings: [Wording], _ fileID: String = #fileID, _ line: Int = #line,
    of subject: @escaping Subject<S>,
    expecting body: @escaping @MainActor (S, [ExpectedValue]?, repeat each P) throws -> Shown
  ) -> StepDefinition {
    let evaluate: Evaluation = { module, context, arguments in
      var reader = ArgumentReader(arguments)
      return try ValueEncoder().encode(
        try body(
          try subject(module, context), arguments.data as? [ExpectedValue],
          repeat try reader.next((each P).self)))
    }
    return StepDefinition(
      wordings: wordings, role: .observation, origin: Origin(fileID: fileID, line: line),
      parameterTypes: types(repeat (each P).self), dataUse: .expected, shownType: Shown.self,
      takesExpectation: true, evaluate: evaluate, run: evaluate)
  }
}

/// Passes the arguments of a step to its closure, one after the other, with their types.
private struct ArgumentReader {
  private let arguments: StepDefinition.Arguments
  private var index = 0

  init(_ arguments: StepDefinition.Arguments) { self.arguments = arguments }

  mutating func next<P>(_ type: P.Type) throws -> P {
    guard index < arguments.values.count, let value = arguments.values[index] as? P else {
      throw StepMismatch(description: "argument \(index + 1) of the step is not of type \(P.self)")
    }
    index += 1
    return value
  }

  func data<Data>(as type: Data.Type) throws -> Data {
    guard let data = arguments.data as? Data else {
      throw StepMismatch(description: "the step's data is not of type \(Data.self)")
    }
    return data
  }
}
