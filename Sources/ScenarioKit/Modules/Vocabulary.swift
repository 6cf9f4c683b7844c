import ScenarioLanguage
import Simulation
import Synchronization

/// The step definitions of one module, ready to be matched against sentences.
///
/// A module's step definitions are read on first use, so running one story reads only those of its
/// module.
public struct Vocabulary: Sendable {
  /// One wording of a step definition, without the definition's code.
  package struct Entry: Sendable {
    /// All sentences of the step definition, and what they are for.
    package let signature: StepSignature

    /// The index of the step definition in the vocabulary.
    let step: Int

    /// The sentence, as a compiled expression.
    package let expression: StepExpression

    /// The code of the wording's language, for a translation; `nil` for the language in which the
    /// module is written.
    package let language: String?

    /// Whether the step definition is the module's own, not a built-in one.
    package let isOwn: Bool

    /// Whether this is the primary wording, not an alternative or a translation.
    package var isCommonForm: Bool { expression.source == signature.expression }
  }

  /// The module's name.
  public let module: String

  /// Whether the module's app may start programs.
  package let startsPrograms: Bool

  /// The entries, in the order in which the module defines them, followed by built-in ones.
  package var entries: [Entry] { sentences.entries }

  /// The sentences, ready to be matched, without the code behind them.
  package var sentences: KnownSentences { contents.sentences }

  /// The errors in the step definitions; the vocabulary can't be used until they are fixed.
  package var problems: [Diagnostic] { contents.problems }

  /// The parameter types of the sentences.
  var types: ParameterTypes { sentences.types }

  /// The step definitions, in the order in which the module defines them.
  package var definitions: [StepDefinition] { contents.definitions }

  /// The matchers of expected values.
  package var matchers: Matchers { contents.matchers }

  /// The module's own observations that have no parameters.
  package var observations: [StepDefinition] { contents.observations }

  private let late: LateContents

  private var contents: Contents { late.contents }

  package let makeModule: @MainActor @Sendable (ScenarioContext) throws -> any Module

  /// Returns the step definition of an entry.
  package func definition(of entry: Entry) -> StepDefinition { definitions[entry.step] }

  /// The step definitions of a module, read on first use.
  ///
  /// If two threads use them first at the same time, both read them and one result is kept. Without
  /// this, planning takes 22 % more instructions.
  private final class LateContents: Sendable {
    private let kept = AtomicLazyReference<Contents>()
    private let read: @Sendable () -> Contents

    init(_ read: @escaping @Sendable () -> Contents) { self.read = read }

    var contents: Contents { kept.load() ?? kept.storeIfNil(read()) }
  }

  /// The result of reading a module's step definitions.
  private final class Contents: Sendable {
    let definitions: [StepDefinition]
    let problems: [Diagnostic]
    let matchers: Matchers
    let observations: [StepDefinition]
    let sentences: KnownSentences

    init<M: Module>(of module: M.Type, named name: String) {
      var reader = Reader()
      // Shared types are defined first, so that a conflict is reported for the module's own type.
      let steps = Simulation.readingOnMainActor { M.steps }
      observations = steps.own.filter { $0.role == .observation && $0.parameterTypes.isEmpty }
      reader.define(origin: nil) { [try BuiltInSteps.duration()] }
      reader.define(origin: nil) { try steps.parameterTypes() }
      reader.define(origin: steps.own.first?.origin) {
        try Simulation.readingOnMainActor { try M.parameterTypes }
      }
      reader.define(Simulation.readingOnMainActor { M.matchers }, origin: steps.own.first?.origin)
      reader.read(steps.own, isOwn: true)
      // A module's own step takes the place of a built-in one that has the same sentence.
      let known = Set(steps.own.map(\.expression))
      reader.read(
        steps.builtIn.filter { !known.contains($0.expression) } + [BuiltInSteps.pause],
        isOwn: false)
      (definitions, matchers, problems) = (reader.definitions, reader.matchers, reader.problems)
      let doubles = steps.doubles
      sentences = KnownSentences(module: name, entries: reader.entries, types: reader.types) {
        doubles.flatMap { double in
          Simulation.readingOnMainActor { double.namedSteps }.map { name, steps in
            KnownSentences.DoubleSteps(
              name: name,
              expressions: (steps.own + steps.builtIn).flatMap(\.wordings).map(\.expression))
          }
        }
      }
    }
  }

  private struct Reader {
    var types = ParameterTypes.builtIn
    var definitions: [StepDefinition] = []
    var matchers = Matchers.builtIn
    var entries: [Entry] = []
    var problems: [Diagnostic] = []

    /// Defines parameter types and records a diagnostic for each invalid one.
    mutating func define(
      origin: StepDefinition.Origin?, _ parameterTypes: () throws -> [ParameterType]
    ) {
      do {
        for type in try parameterTypes() {
          do { try types.define(type) } catch { record(error, at: origin) }
        }
      } catch {
        record(error, at: origin)
      }
    }

    /// Defines matchers and records a diagnostic for each invalid one.
    mutating func define(_ own: [any Matcher.Type], origin: StepDefinition.Origin?) {
      for matcher in own {
        do { matchers = try matchers.adding(matcher) } catch { record(error, at: origin) }
      }
    }

    private mutating func record(_ problem: Any, at origin: StepDefinition.Origin?) {
      let origin = origin ?? StepDefinition.Origin(fileID: "", line: 1)
      problems.append(Diagnostic(lines: "\(problem)", at: origin.location, rule: .stepDefinition))
    }

    mutating func read(_ definitions: [StepDefinition], isOwn: Bool) {
      for definition in definitions {
        for wording in definition.wordings { read(wording, of: definition, isOwn: isOwn) }
        self.definitions.append(definition)
      }
    }

    private mutating func read(
      _ wording: StepDefinition.Wording, of definition: StepDefinition, isOwn: Bool
    ) {
      let origin = definition.origin
      if let code = wording.language, StoryLanguage.named(code) == nil {
        let known = StoryLanguage.all.map(\.code).joined(separator: ", ")
        record("there is no story language \"\(code)\"; the languages are \(known)", at: origin)
      }
      do {
        let expression = try StepExpression(wording.expression, parameterTypes: types)
        if let message = mismatch(of: definition, with: expression) {
          record(message, at: origin)
        } else if let twin = entries.first(where: { $0.expression.source == expression.source }) {
          record(
            "\"\(expression.source)\" is already defined at \(twin.signature.origin)\n"
              + "Remove one of the two, or give it other words.", at: origin)
        } else {
          entries.append(
            Entry(
              signature: definition.signature, step: definitions.count, expression: expression,
              language: wording.language, isOwn: isOwn))
        }
      } catch {
        record(error, at: origin)
      }
    }

    /// Returns a message if the closure's arguments differ from the parameters of the sentence;
    /// `nil` if they agree.
    private func mismatch(of definition: StepDefinition, with expression: StepExpression) -> String?
    {
      let given = expression.parameters.map(\.valueType)
      let taken = definition.parameterTypes
      if given.count == taken.count,
        zip(given, taken).allSatisfy({ ObjectIdentifier($0) == ObjectIdentifier($1) })
      {
        return nil
      }
      let sentence = expression.parameters.map { "{\($0.name)}: \($0.valueType)" }
      return "\"\(expression.source)\" gives \(Self.list(sentence)), "
        + "but the closure takes \(Self.list(taken.map { "\($0)" }))"
    }

    private static func list(_ words: [String]) -> String {
      words.isEmpty ? "no arguments" : "(" + words.joined(separator: ", ") + ")"
    }
  }
}

extension Vocabulary {
  /// Creates the vocabulary of a module.
  public init<M: Module>(of module: M.Type) {
    let (name, permissions, lastingTimers) = Simulation.readingOnMainActor {
      (M.name, M.permissions, M.lastingTimers)
    }
    self.init(
      module: name, startsPrograms: permissions.contains(.processes),
      late: LateContents {
        let end = Activity.log?.readsSteps(ofModule: name)
        defer { end?() }
        return Contents(of: module, named: name)
      },
      makeModule: {
        Simulation.permit(permissions, lastingTimersOf: lastingTimers)
        return try M($0)
      })
  }
}
