import ScenarioLanguage

/// One sentence that stories can say, and what it does.
///
/// Made by ``Given``, ``When``, ``Then`` and ``Observation``.
public final class StepDefinition: Sendable {
  /// What a sentence is for.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// It prepares what the app will find.
    case preparation
    /// It does something to the app.
    case act
    /// It compares.
    case check
    /// It compares a value that the app shows with data of the story.
    case observation
    /// It lets time pass, and may stand anywhere.
    case pause

    /// Whether it compares.
    public var isCheck: Bool { self == .check || self == .observation }
  }

  /// A place in Swift code.
  public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The file, as `Module/File.swift`.
    public var fileID: String

    /// The line, from 1.
    public var line: Int

    /// The file's name and the line, as in `FactsModule.swift:21`.
    public var description: String { place.location }

    /// The file's name and the line.
    package var place: Place {
      Place(
        swiftFile: fileID.split(separator: "/").last.map(String.init) ?? fileID, line: line)
    }
  }

  /// What a sentence does with the data behind it.
  package enum DataUse: Sendable {
    /// There must be none.
    case none
    /// There must be some, and it is compared with what is observed.
    case expected
    /// It is decoded into a type; whether it must be there is up to the type.
    case decoded(isRequired: Bool, @Sendable (Node?, StoryFolder) throws -> any Sendable)
  }

  /// The arguments of one use of the sentence.
  package struct Arguments: Sendable {
    package var values: [any Sendable]
    package var data: (any Sendable)?

    package init(values: [any Sendable], data: (any Sendable)? = nil) {
      self.values = values
      self.data = data
    }
  }

  /// The sentence, as a Cucumber Expression.
  public var expression: String { expressions[0] }

  /// The sentence in all its words and languages, the usual one first; never empty.
  public let expressions: [String]

  /// What it is for.
  public let role: Role

  /// Where it is defined.
  public let origin: Origin

  /// Whether data stands behind the sentence.
  public var takesData: Bool {
    if case .none = dataUse { false } else { true }
  }

  let parameterTypes: [any Sendable.Type]
  package let dataUse: DataUse
  /// The type that data is decoded into.
  let dataType: (any (Decodable & Sendable).Type)?
  package let run: @MainActor @Sendable (any Module, Arguments) async throws -> Value?

  init(
    expressions: [String], role: Role, origin: Origin, parameterTypes: [any Sendable.Type],
    dataUse: DataUse, dataType: (any (Decodable & Sendable).Type)? = nil,
    run: @escaping @MainActor @Sendable (any Module, Arguments) async throws -> Value?
  ) {
    self.expressions = expressions
    self.role = role
    self.origin = origin
    self.parameterTypes = parameterTypes
    self.dataUse = dataUse
    self.dataType = dataType
    self.run = run
  }
}

/// Collects the steps of a module.
@resultBuilder
public enum StepsBuilder<M: Module> {
  /// Takes one step.
  public static func buildExpression(_ step: Given<M>) -> [StepDefinition] { [step.definition] }

  /// Takes one step.
  public static func buildExpression(_ step: When<M>) -> [StepDefinition] { [step.definition] }

  /// Takes one step.
  public static func buildExpression(_ step: Then<M>) -> [StepDefinition] { [step.definition] }

  /// Takes one step.
  public static func buildExpression(_ step: Observation<M>) -> [StepDefinition] {
    [step.definition]
  }

  /// Takes steps that several modules share.
  public static func buildExpression(_ steps: [StepDefinition]) -> [StepDefinition] { steps }

  /// Puts them together.
  public static func buildBlock(_ steps: [StepDefinition]...) -> [StepDefinition] {
    steps.flatMap { $0 }
  }
}
