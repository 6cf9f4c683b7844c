import CSimulation
import DisplayText
import Foundation
import ScenarioLanguage
import ScenarioRunning

/// The environment variables of runs, all of which begin with `SCENARIOS`.
///
/// A variable that nothing reads is an error: a mistyped one would run other scenarios than
/// its author means, and all of them could pass.
package enum RunVariables {
  /// The variables of `swift test`, with the arguments of commands that have the same effect.
  private static let ofTests = [
    "SCENARIOS": "name the files as arguments", "SCENARIOS_NAME": "use --name",
    "SCENARIOS_TAGS": "use --tags", "SCENARIOS_SHARD": "use --shard",
    "SCENARIOS_TIMES": "use --times", "SCENARIOS_ALLOW_UNDEFINED": "use --allow-undefined",
    "SCENARIOS_IN_PROCESS": "use --in-process",
  ]

  private static let ofAll: Set = [
    "SCENARIOS_ATTEMPT", SIMULATION_SEED, SIMULATION_HASH_SEED,
    RealTime.variable, RealTime.longestVariable,
    // A job of a build server may set it for all its commands.
    "SCENARIOS_RESULTS",
    // Set for workers.
    "SCENARIOS_WORKER", "SCENARIOS_PROCESS", "SCENARIOS_OWNER",
    // Read when this package is built and tested.
    "SCENARIOS_WITHOUT_STORY_TIME", "SCENARIOS_WITHOUT_FORK", "SCENARIOS_CI",
  ]

  /// The variables of this process.
  package static let inProcess = ProcessInfo.processInfo.environment.filter {
    $0.key.hasPrefix("SCENARIO")
  }

  /// Checks that none of the variables is only for `swift test`, which a command that chooses
  /// scenarios would ignore.
  package static func checkForCommand(_ environment: [String: String]) throws(Diagnostic) {
    for (name, remedy) in ofTests.sorted(by: { $0.key < $1.key })
    where environment[name]?.isEmpty == false {
      throw Diagnostic("\(name) is for \"swift test\", and this command ignores it; \(remedy)")
    }
  }

  /// Checks that something reads each of the variables.
  package static func checkNames(in environment: [String: String]) throws(Diagnostic) {
    if let attempt = environment["SCENARIOS_ATTEMPT"], !attempt.isEmpty,
      Int(attempt).map({ $0 < 1 }) ?? true
    {
      throw Diagnostic("SCENARIOS_ATTEMPT must be a whole number from 1, not \"\(attempt)\"")
    }
    if let longest = environment[RealTime.longestVariable], !longest.isEmpty,
      Double(longest).map({ !($0 > 0 && $0 <= 86_400) }) ?? true
    {
      throw Diagnostic(
        "\(RealTime.longestVariable) must be a number of seconds above 0 and at most 86400, not \"\(longest)\""
      )
    }
    let known = ofAll.union(ofTests.keys)
    for (name, value) in environment.sorted(by: { $0.key < $1.key })
    where name.hasPrefix("SCENARIO") && !value.isEmpty && !known.contains(name) {
      let end = name.trimmingPrefix(#/SCENARIOS?_?/#)
      let near =
        end.isEmpty
        ? ["SCENARIOS"]
        : NearestText.suggestions(
          for: String(end), among: known.map { String($0.trimmingPrefix(#/SCENARIOS_?/#)) },
          limit: 1
        ).map { "SCENARIOS_\($0)" }
      // An app may have variables such as SCENARIO_FILE.
      guard !near.isEmpty || name.hasPrefix("SCENARIOS") else { continue }
      throw Diagnostic(
        "nothing reads the environment variable \(name)", hints: didYouMean(anyOf: near))
    }
  }
}
