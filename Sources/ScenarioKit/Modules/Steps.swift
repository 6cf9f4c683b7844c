/// Step definitions of a module, or those that several modules share.
///
/// Steps that several modules share are a property of a protocol that these modules conform to. A
/// module lists the property among its own steps:
///
///     protocol CounterOwner: Module { var counter: Counter { get } }
///
///     extension CounterOwner {
///       @StepsBuilder<Self> static var counterSteps: Steps {
///         Observe("the counter shows") { module in module.counter.text }
///       }
///     }
public struct Steps: Sendable {
  /// The step definitions that a module or its protocols wrote, in order.
  package var own: [StepDefinition]

  /// The step definitions that come with a product of this package, in order.
  package var builtIn: [StepDefinition]

  /// The doubles whose steps these are.
  package var doubles: [any TestDouble.Type]

  /// The parameter types that the step definitions need, in addition to those of the module.
  package var parameterTypes: @Sendable () throws -> [ParameterType]

  /// Creates steps.
  package init(
    own: [StepDefinition] = [], builtIn: [StepDefinition] = [], doubles: [any TestDouble.Type] = [],
    parameterTypes: @escaping @Sendable () throws -> [ParameterType] = { [] }
  ) {
    (self.own, self.builtIn) = (own, builtIn)
    (self.doubles, self.parameterTypes) = (doubles, parameterTypes)
  }
}

/// A result builder that collects the step definitions of a module.
@resultBuilder
public enum StepsBuilder<Subject: StepSubject> {
  /// Adds one step definition.
  public static func buildExpression<Purpose>(_ step: ActionStep<Subject, Purpose>) -> Steps {
    Steps(own: [step.definition])
  }

  /// Adds one step definition.
  public static func buildExpression(_ step: Then<Subject>) -> Steps {
    Steps(own: [step.definition])
  }

  /// Adds one step definition.
  public static func buildExpression(_ step: Observe<Subject>) -> Steps {
    Steps(own: [step.definition])
  }

  /// Adds step definitions that several modules share.
  public static func buildExpression(_ steps: Steps) -> Steps { steps }

  /// Combines the step definitions in order.
  public static func buildBlock(_ parts: Steps...) -> Steps {
    Steps(
      own: parts.flatMap(\.own), builtIn: parts.flatMap(\.builtIn),
      doubles: parts.flatMap(\.doubles)
    ) { try parts.flatMap { try $0.parameterTypes() } }
  }
}
