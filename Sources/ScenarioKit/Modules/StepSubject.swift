/// The object that the closures of step definitions act on: a module, or a double.
public protocol StepSubject: SendableMetatype {
  /// Returns the subject of a step in a running scenario.
  ///
  /// - Throws: An error if the scenario has no such subject.
  @MainActor static func subject(of module: any Module, in context: ScenarioContext) throws -> Self
}

extension Module {
  /// Returns the module, if it has this type.
  public static func subject(of module: any Module, in context: ScenarioContext) throws -> Self {
    guard let typed = module as? Self else {
      throw StepMismatch(
        description: "the step is for \(Self.self), not for \(Swift.type(of: module))")
    }
    return typed
  }
}

/// An argument or subject of a type that the closure of a step does not take.
///
/// The vocabulary checks the types at registration, so a story can't cause it.
struct StepMismatch: Error, CustomStringConvertible { let description: String }
