import ScenarioLanguage

/// A step that a module defines: its sentence and its action.
///
/// Created by ``Given``, ``When``, ``Then`` and ``Observe``.
public final class StepDefinition: Sendable {
  /// The purpose of a step definition.
  package enum Role: String, Sendable, Hashable, CaseIterable, Codable {
    /// Prepares what the app finds.
    case preparation
    /// Acts on the app.
    case act
    /// Checks a condition.
    case check
    /// Compares a value that the app shows with data of the story.
    case observation
    /// Lets story time pass; allowed anywhere.
    case pause

    /// Whether the step is a check or an observation.
    package var isCheck: Bool { self == .check || self == .observation }
  }

  /// A source location in Swift code.
  package struct Origin: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file, as `Module/File.swift`.
    package var fileID: String

    /// The line, from 1.
    package var line: Int

    /// The file's name and the line, as in `FactsModule.swift:21`.
    package var description: String { location.text }

    /// The file's name and the line.
    package var location: Location {
      let file = fileID.split(separator: "/").last.map(String.init) ?? fileID
      return Location(path: file, line: line, column: 0)
    }
  }

  /// The way in which a step uses the data after its colon.
  package enum DataUse: Sendable {
    /// The step takes no data.
    case none
    /// Data is required and compared with the observed value.
    case expected
    /// Data is decoded into a type, which determines whether it is required.
    case decoded(
      isRequired: Bool,
      @Sendable (Node?, StoryFolder, DataSentence) throws -> (
        data: any Sendable, mayContradict: Bool
      ))
  }

  /// The arguments of one use of the step definition.
  package struct Arguments: Sendable {
    package var values: [any Sendable]

    /// The data, or the expected values if ``StepDefinition/takesExpectation`` is `true`.
    package var data: (any Sendable)?

    package init(values: [any Sendable], data: (any Sendable)? = nil) {
      (self.values, self.data) = (values, data)
    }
  }

  /// A sentence of the step definition.
  package struct Wording: Sendable, Hashable, Codable {
    /// The sentence, as a Cucumber Expression.
    package var expression: String

    /// The code of the language, such as `ru`, for a translation; `nil` for the language in which
    /// the module is written.
    package var language: String?

    package init(_ expression: String, language: String? = nil) {
      (self.expression, self.language) = (expression, language)
    }
  }

  /// The sentences of the step definition, and what they are for.
  package let signature: StepSignature

  /// The sentence, as a Cucumber Expression.
  package var expression: String { signature.expression }

  /// The sentence, its synonyms, and its translations, in this order; never empty.
  package var wordings: [Wording] { signature.wordings }

  /// The purpose of the step.
  package var role: Role { signature.role }

  /// The source location of the definition.
  package var origin: Origin { signature.origin }

  /// Whether the step takes data after its colon.
  package var takesData: Bool { signature.takesData }

  let parameterTypes: [any Sendable.Type]
  package let dataUse: DataUse
  /// The type of the value that the step shows.
  ///
  /// It is only cast, and a cast to an isolated conformance fails outside of its actor.
  nonisolated(unsafe) let shownType: (any Encodable.Type)?
  /// The type that data is decoded into.
  let dataType: (any (Decodable & Sendable).Type)?

  /// Whether the step stores data that is there before the module is created.
  package let storesData: Bool

  /// Whether the observed value depends on what it is compared with.
  package let takesExpectation: Bool

  /// Whether the observed value may change only with an announcement of its model.
  package let isTracked: Bool

  package let run: Run

  package typealias Run =
    @MainActor @Sendable (any Module, ScenarioContext, Arguments) async throws -> Value?

  /// Evaluates a check or an observation, which can't wait; `nil` for any other step definition.
  package let evaluate: Evaluation?

  package typealias Evaluation =
    @MainActor @Sendable (any Module, ScenarioContext, Arguments) throws -> Value?

  package init(
    wordings: [Wording], role: Role, origin: Origin, parameterTypes: [any Sendable.Type],
    dataUse: DataUse, dataType: (any (Decodable & Sendable).Type)? = nil,
    shownType: (any Encodable.Type)? = nil, takesExpectation: Bool = false,
    isTracked: Bool = false, evaluate: Evaluation? = nil, run: @escaping Run
  ) {
    let takesData = if case .none = dataUse { false } else { true }
    signature = StepSignature(wordings: wordings, role: role, origin: origin, takesData: takesData)
    (self.parameterTypes, self.dataUse) = (parameterTypes, dataUse)
    (self.dataType, self.shownType) = (dataType, shownType)
    storesData = dataType is any StoredData.Type
    (self.takesExpectation, self.isTracked) = (takesExpectation, isTracked)
    (self.evaluate, self.run) = (evaluate, run)
  }
}

extension [StepDefinition.Wording] {
  /// Returns the wordings of a sentence in the languages in which its module has it.
  static func all(
    _ expression: String, _ synonyms: [String], _ translations: KeyValuePairs<String, String>
  ) -> Self {
    ([expression] + synonyms).map { StepDefinition.Wording($0) }
      + translations.map { StepDefinition.Wording($0.value, language: $0.key) }
  }

  /// Returns the wordings of a sentence in English and in the other languages of stories.
  package static func all(_ expression: String) -> Self {
    [StepDefinition.Wording(expression)]
      + StoryLanguage.translations(ofSentence: expression).map {
        StepDefinition.Wording($0.text, language: $0.language)
      }
  }
}
