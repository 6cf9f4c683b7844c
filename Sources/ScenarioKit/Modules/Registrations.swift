/// A sentence that prepares what the app will find, such as `the reader has no saved links`.
public struct Given<M: Module>: Sendable {
  let definition: StepDefinition

  /// Defines the sentence.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression.
  ///   - others: The same sentence in other words or other languages, with the same parameters in
  ///     the same order.
  ///   - body: What it does: gets the module and one argument for each parameter of the sentence.
  ///     It may wait; story time passes until it ends.
  public init<each P: Sendable>(
    _ expression: String, also others: String..., fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (M, repeat each P) async throws -> Void
  ) {
    definition = .action([expression] + others, .preparation, fileID, line, body)
  }

  /// Defines a sentence with data behind it.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression.
  ///   - others: The same sentence in other words or other languages, with the same parameters in
  ///     the same order.
  ///   - data: The type of the data; an optional type where it may be left out.
  ///   - body: What it does: gets the module, the data, and one argument for each parameter of the
  ///     sentence.
  public init<Data: Decodable & Sendable, each P: Sendable>(
    _ expression: String, also others: String..., data: Data.Type, fileID: String = #fileID,
    line: Int = #line,
    _ body: @escaping @MainActor (M, Data, repeat each P) async throws -> Void
  ) {
    definition = .action([expression] + others, .preparation, fileID, line, data: data, body)
  }
}

/// A sentence that does something to the app, such as `the reader taps {string}`.
public struct When<M: Module>: Sendable {
  let definition: StepDefinition

  /// Defines the sentence.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression.
  ///   - others: The same sentence in other words or other languages, with the same parameters in
  ///     the same order.
  ///   - body: What it does: gets the module and one argument for each parameter of the sentence.
  ///     It may wait; story time passes until it ends.
  public init<each P: Sendable>(
    _ expression: String, also others: String..., fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (M, repeat each P) async throws -> Void
  ) {
    definition = .action([expression] + others, .act, fileID, line, body)
  }

  /// Defines a sentence with data behind it.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression.
  ///   - others: The same sentence in other words or other languages, with the same parameters in
  ///     the same order.
  ///   - data: The type of the data; an optional type where it may be left out.
  ///   - body: What it does: gets the module, the data, and one argument for each parameter of the
  ///     sentence.
  public init<Data: Decodable & Sendable, each P: Sendable>(
    _ expression: String, also others: String..., data: Data.Type, fileID: String = #fileID,
    line: Int = #line,
    _ body: @escaping @MainActor (M, Data, repeat each P) async throws -> Void
  ) {
    definition = .action([expression] + others, .act, fileID, line, data: data, body)
  }
}

/// A check in Swift, for what can't be an ``Observation``.
public struct Then<M: Module>: Sendable {
  let definition: StepDefinition

  /// Defines the sentence.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression.
  ///   - others: The same sentence in other words or other languages, with the same parameters in
  ///     the same order.
  ///   - body: The check: gets the module and one argument for each parameter of the sentence, and
  ///     throws ``CheckFailure`` where it does not hold. No time may pass in it.
  public init<each P: Sendable>(
    _ expression: String, also others: String..., fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (M, repeat each P) async throws -> Void
  ) {
    definition = .action([expression] + others, .check, fileID, line, body)
  }
}

/// A value that the app shows, such as `the screen shows`; the data behind it says what is
/// expected.
public struct Observation<M: Module>: Sendable {
  let definition: StepDefinition

  /// Defines the sentence.
  ///
  /// - Parameters:
  ///   - expression: The sentence as a Cucumber Expression.
  ///   - others: The same sentence in other words or other languages, with the same parameters in
  ///     the same order.
  ///   - body: Gives the value: gets the module and one argument for each parameter of the
  ///     sentence. No time may pass in it. Keys and enumerations look in a story as they do in
  ///     JSON.
  public init<Shown: Encodable, each P: Sendable>(
    _ expression: String, also others: String..., fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor (M, repeat each P) async throws -> Shown
  ) {
    definition = StepDefinition(
      expressions: [expression] + others, role: .observation,
      origin: StepDefinition.Origin(fileID: fileID, line: line),
      parameterTypes: StepDefinition.types(repeat (each P).self), dataUse: .expected
    ) { module, arguments in
      var reader = ArgumentReader(arguments)
      let module = try reader.module(module, as: M.self)
      let shown = try await body(module, repeat try reader.next((each P).self))
      return try ValueEncoder().encode(shown)
    }
  }
}

extension StepDefinition {
  static func types<each P: Sendable>(_ type: repeat (each P).Type) -> [any Sendable.Type] {
    var types: [any Sendable.Type] = []
    repeat types.append(each type)
    return types
  }

  static func action<M: Module, each P: Sendable>(
    _ expressions: [String], _ role: Role, _ fileID: String, _ line: Int,
    _ body: @escaping @MainActor (M, repeat each P) async throws -> Void
  ) -> StepDefinition {
    StepDefinition(
      expressions: expressions, role: role, origin: Origin(fileID: fileID, line: line),
      parameterTypes: types(repeat (each P).self), dataUse: .none
    ) { module, arguments in
      var reader = ArgumentReader(arguments)
      let module = try reader.module(module, as: M.self)
      try await body(module, repeat try reader.next((each P).self))
      return nil
    }
  }

  static func action<M: Module, Data: Decodable & Sendable, each P: Sendable>(
    _ expressions: [String], _ role: Role, _ fileID: String, _ line: Int, data: Data.Type,
    _ body: @escaping @MainActor (M, Data, repeat each P) async throws -> Void
  ) -> StepDefinition {
    StepDefinition(
      expressions: expressions, role: role, origin: Origin(fileID: fileID, line: line),
      parameterTypes: types(repeat (each P).self), dataUse: .decoding(data),
      dataType: data
    ) { module, arguments in
      var reader = ArgumentReader(arguments)
      let module = try reader.module(module, as: M.self)
      let data = try reader.data(as: Data.self)
      try await body(module, data, repeat try reader.next((each P).self))
      return nil
    }
  }
}

/// Gives the arguments of a step to its body, one after the other, with their types.
private struct ArgumentReader {
  private let arguments: StepDefinition.Arguments
  private var index = 0

  init(_ arguments: StepDefinition.Arguments) { self.arguments = arguments }

  /// The vocabulary checks all of this beforehand, so that a mismatch can't be met by a story.
  private struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  func module<M: Module>(_ module: any Module, as type: M.Type) throws -> M {
    guard let typed = module as? M else {
      throw Mismatch(description: "the step is for \(M.self), not for \(Swift.type(of: module))")
    }
    return typed
  }

  mutating func next<P>(_ type: P.Type) throws -> P {
    guard index < arguments.values.count, let value = arguments.values[index] as? P else {
      throw Mismatch(description: "argument \(index + 1) of the step is no \(P.self)")
    }
    index += 1
    return value
  }

  func data<Data>(as type: Data.Type) throws -> Data {
    guard let data = arguments.data as? Data else {
      throw Mismatch(description: "the step's data is no \(Data.self)")
    }
    return data
  }
}
