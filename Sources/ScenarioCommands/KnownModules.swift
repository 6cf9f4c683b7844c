import ScenarioLanguage
import ScenarioRunner

/// The modules that a command line knows, by the names that people type.
struct KnownModules {
  let vocabularies: [Vocabulary]

  /// The vocabularies of the modules with some names, in the order in which they are known; all of
  /// them where there is no name.
  ///
  /// - Throws: The exit status for input that is wrong, after saying which name is.
  func named(_ names: [String]) throws -> [Vocabulary] {
    let known = vocabularies.map(\.module)
    if let unknown = names.first(where: { !known.contains($0) }) {
      let nearest = NearestText.suggestions(for: unknown, among: known, limit: 1)
      let remedy = nearest.first.map { "Did you mean: \($0)" }
      throw Refusal(
        "there is no module \"\(unknown)\"",
        remedy: remedy ?? "Known modules: \(known.joined(separator: ", "))")
    }
    return vocabularies.filter { names.isEmpty || names.contains($0.module) }
  }
}

/// Why a command can't do what it was asked for.
struct Refusal: Error {
  let message: String
  let remedy: String?

  init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }

  /// Does some work; says why where it is refused, and ends with the exit status for input that is
  /// wrong.
  static func reported<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let refusal as Refusal {
      let remedy = refusal.remedy.map { "  \($0)\n" } ?? ""
      Console.error.write("error: \(refusal.message)\n\(remedy)")
      throw ExitStatus.inputIsWrong
    } catch let problem as ScenariosFolder.Problem {
      Console.error.write("error: \(problem)\n")
      throw ExitStatus.inputIsWrong
    }
  }
}
