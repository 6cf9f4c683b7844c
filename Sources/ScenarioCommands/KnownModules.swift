import ScenarioEngine
import ScenarioKit
import ScenarioLanguage

/// The modules that a command line knows, by the names that people type.
struct KnownModules {
  let vocabularies: [Vocabulary]

  /// The vocabularies of the modules with some names, in the order in which they are known; all of
  /// them where there is no name.
  ///
  /// - Throws: `Diagnostic` for a name that no module has.
  func named(_ names: [String]) throws -> [Vocabulary] {
    let known = vocabularies.map(\.module)
    if let unknown = names.first(where: { !known.contains($0) }) {
      let nearest = NearestText.suggestions(for: unknown, among: known, limit: 1)
      let hint = nearest.first.map { "Did you mean: \($0)" }
      throw Diagnostic(
        "there is no module \"\(unknown)\"",
        remedies: [hint ?? "Known modules: \(known.joined(separator: ", "))"])
    }
    return vocabularies.filter { names.isEmpty || names.contains($0.module) }
  }
}
