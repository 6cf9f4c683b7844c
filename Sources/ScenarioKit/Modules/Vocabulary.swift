import ScenarioLanguage
import StepExpressions
import Synchronization

/// Everything that the stories of one module can say, ready to be matched against sentences.
///
/// The module's steps are read when they are needed first: who runs one story waits for the steps of
/// one module.
public struct Vocabulary: Sendable {
  /// A sentence of the vocabulary.
  public struct Entry: Sendable {
    /// What the sentence does.
    public let definition: StepDefinition

    /// The sentence.
    public let expression: StepExpression

    /// Whether the step is the module's own, not one that it has from somewhere else.
    package let isOwn: Bool

    /// Whether these are the step's usual words, not others for the same in another language.
    public var isUsual: Bool { expression.source == definition.expression }
  }

  /// The module's name.
  public let module: String

  /// The sentences, in the order in which the module gives them; those that every module has come
  /// last.
  public var entries: [Entry] { contents.entries }

  /// What is wrong with the steps; they can't be used before it is put right.
  public var problems: [Diagnostic] { contents.problems }

  /// What the parameters of its sentences can be.
  package var types: ParameterTypes { contents.types }

  /// What the module shows of its own accord: its observations without parameters.
  package var observations: [StepDefinition] { contents.observations }

  private let source: Source

  private var contents: Contents {
    switch source {
    case .late(let late): late.contents
    case .read(let contents): contents
    }
  }

  /// The same vocabulary with its steps read, for whoever needs them again and again.
  package var read: Vocabulary {
    Vocabulary(module: module, source: .read(contents), makeModule: makeModule)
  }

  package let makeModule: @MainActor @Sendable (ScenarioContext) throws -> any Module

  /// Reads the vocabulary of a module.
  public init<M: Module>(of module: M.Type) {
    self.init(
      module: M.name,
      source: .late(
        LateContents {
          Activity.log?.readsSteps(ofModule: M.name)
          return Contents(of: module)
        }),
      makeModule: { try M($0) })
  }

  private init(
    module: String, source: Source,
    makeModule: @escaping @MainActor @Sendable (ScenarioContext) throws -> any Module
  ) {
    self.module = module
    self.source = source
    self.makeModule = makeModule
  }

  /// The entries that a sentence can mean, each with what it gives for its parameters, in order.
  ///
  /// - Throws: What ``StepExpression/match(_:)`` throws.
  package func meanings(of sentence: String) throws -> [SentenceCache.Meaning] {
    try contents.sentences.meanings(of: sentence)
  }

  private enum Source: Sendable {
    case late(LateContents)
    case read(Contents)
  }

  /// The steps of a module, which are read when somebody needs them first.
  ///
  /// Two threads that are the first both read them, and one's are kept.
  private final class LateContents: Sendable {
    private let kept = AtomicLazyReference<Contents>()
    private let read: @Sendable () -> Contents

    init(_ read: @escaping @Sendable () -> Contents) { self.read = read }

    var contents: Contents { kept.load() ?? kept.storeIfNil(read()) }
  }

  /// What reading a module's steps gave.
  private final class Contents: Sendable {
    let entries: [Entry]
    let problems: [Diagnostic]
    let types: ParameterTypes
    let observations: [StepDefinition]
    let sentences: SentenceCache

    init<M: Module>(of module: M.Type) {
      var reader = Reader()
      // Those that every module has come first, so that it is the module's own that are in the way.
      let steps = M.steps
      observations = steps.filter { $0.role == .observation && $0.parameterTypes.isEmpty }
      reader.define(origin: nil) { [try BuiltInSteps.duration()] }
      reader.define(origin: nil) { try M.inheritedParameterTypes }
      reader.define(origin: steps.first?.origin) { try M.parameterTypes }
      reader.read(steps, isOwn: true)
      reader.read(M.inheritedSteps + [BuiltInSteps.pause], isOwn: false)
      types = reader.types
      entries = reader.entries
      problems = reader.problems
      sentences = SentenceCache(entries.map(\.expression))
    }
  }

  private struct Reader {
    var types = ParameterTypes.builtIn
    var entries: [Entry] = []
    var problems: [Diagnostic] = []

    /// Defines kinds of parameters; each that is wrong is a problem.
    mutating func define(
      origin: StepDefinition.Origin?, _ parameterTypes: () throws -> [ParameterType]
    ) {
      func report(_ error: any Error) {
        let origin = origin ?? StepDefinition.Origin(fileID: "", line: 1)
        problems.append(Diagnostic(lines: "\(error)", at: origin.place, rule: .stepDefinition))
      }
      do {
        for type in try parameterTypes() {
          do { try types.define(type) } catch { report(error) }
        }
      } catch {
        report(error)
      }
    }

    mutating func read(_ definitions: [StepDefinition], isOwn: Bool) {
      for definition in definitions {
        for expression in definition.expressions { read(expression, of: definition, isOwn: isOwn) }
      }
    }

    private mutating func read(_ text: String, of definition: StepDefinition, isOwn: Bool) {
      func problem(_ message: String) -> Diagnostic {
        Diagnostic(lines: message, at: definition.origin.place, rule: .stepDefinition)
      }
      do {
        let expression = try StepExpression(text, parameterTypes: types)
        if let message = mismatch(of: definition, with: expression) {
          problems.append(problem(message))
        } else if let twin = entries.first(where: { $0.expression.source == expression.source }) {
          problems.append(
            problem(
              "\"\(expression.source)\" is defined already, at \(twin.definition.origin)"))
        } else {
          entries.append(Entry(definition: definition, expression: expression, isOwn: isOwn))
        }
      } catch {
        problems.append(problem(error.description))
      }
    }

    /// Whether the closure of a step takes other arguments than its sentence gives.
    private func mismatch(of definition: StepDefinition, with expression: StepExpression) -> String?
    {
      let given = expression.parameters.map(\.valueType)
      let taken = definition.parameterTypes
      if given.count == taken.count,
        zip(given, taken).allSatisfy({ ObjectIdentifier($0) == ObjectIdentifier($1) })
      {
        return nil
      }
      let sentence = expression.parameters.map { "{\($0.typeName)}: \($0.valueType)" }
      return "\"\(expression.source)\" gives \(Self.list(sentence)), "
        + "but its closure takes \(Self.list(taken.map { "\($0)" }))"
    }

    private static func list(_ words: [String]) -> String {
      words.isEmpty ? "no arguments" : "(" + words.joined(separator: ", ") + ")"
    }
  }
}
