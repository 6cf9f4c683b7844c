import ScenarioKit
import ScenarioLanguage

extension [Vocabulary] {
  /// Returns the vocabularies of the named modules in their registered order, or all of them if
  /// there are no names.
  ///
  /// - Throws: `Diagnostic` for a name that no module has.
  func named(_ names: [String]) throws -> [Vocabulary] {
    let known = map(\.module)
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw Diagnostic(
        "there is no module \"\(unknown)\"",
        hints: DataError.hints(for: unknown, among: known, called: "modules"))
    }
    return filter { names.isEmpty || names.contains($0.module) }
  }
}
