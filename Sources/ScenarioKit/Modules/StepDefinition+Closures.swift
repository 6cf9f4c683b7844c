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
    of subject: @escaping Subject<S>, _ body: @escaping @MainActor (S, repeat each P) throws -> Void
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
    data: Data.Type, of subject: @escaping Subject<S>,
    _ body: @escaping @MainActor (S, Data, repeat each P) async throws -> Void
  ) -> StepDefinition {
    StepDefinition(
      wordings: wordings, role: role, origin: Origin(fileID: fileID, line: line),
      parameterTypes: types(repeat (each P).self), dataUse: .decoding(data), dataType: data
    ) { module, context, arguments in
      guard let data = arguments.data as? Data else {
        throw StepMismatch(description: "the step's data is not of type \(Data.self)")
      }
      var reader = ArgumentReader(arguments)
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
}
