import Foundation
import ScenarioLanguage

extension RunReport {
  /// Returns one report of several runs.
  ///
  /// These can be the runs of several processes or machines, or several attempts of one job.
  ///
  /// Each scenario appears once with all its ``ScenarioReport/attempts``. The verdict of the last
  /// attempt counts, by ``Origin/attempt``. Of attempts with the same number, such as those of two
  /// machines, the worst verdict counts. A scenario that both passed and failed is
  /// ``ScenarioReport/isFlaky``.
  ///
  /// Scenarios are sorted by path and line, and the order of the given runs does not matter. The
  /// time is the sum of all runs. The ``problems`` of a run stay, unless a later attempt has run
  /// all stories of its folder. The commit and the branch are set if they are the same in all runs.
  /// It is a problem if the runs have different texts of one scenario: the worst verdict counts, and
  /// no history keeps the report.
  ///
  /// - Returns: The report; the run itself if there is only one, `nil` if there is none.
  package static func merging(_ runs: [RunReport]) -> RunReport? {
    guard runs.count > 1 else { return runs.first }
    let runs = Set(runs).sorted { $0.rank < $1.rank }
    guard let first = runs.first, runs.count > 1 else { return runs.first }
    var different: Set<String> = []
    let scenarios = scenarios(of: runs, &different)
    var merged = RunReport(
      id: id(of: runs), began: first.began, seconds: runs.reduce(0) { $0 + $1.seconds },
      origin: .merging(runs.map(\.origin)), scope: .merging(runs.map(\.scope)),
      // Partial runs may add up to a complete one or not, so a complete run must be among them.
      isPartial: runs.allSatisfy { $0.isFollowed(in: runs) { _ in true } } ? nil : true,
      problems: problems(of: runs, different), scenarios: scenarios,
      brokenFiles: brokenFiles(of: runs))
    let skipsHistory = !different.isEmpty || runs.contains { $0.skipsHistory == true }
    merged.skipsHistory = skipsHistory ? true : nil
    merged.isRealTime = runs.allSatisfy { $0.isRealTime == true } ? true : nil
    merged.version = runs.map(\.version).max() ?? currentVersion
    return merged
  }

  private var rank: (Date, String, Int, Double) { (began, id.uuidString, scenarios.count, seconds) }

  /// Returns an identifier that is the same for the same runs.
  static func id(of runs: [RunReport]) -> UUID {
    let names = runs.map(\.id.uuidString).sorted().joined(separator: " ")
    var digits = Array(Fingerprint.of(names) + Fingerprint.of("again " + names))
    for position in [8, 13, 18, 23] { digits.insert("-", at: position) }
    return UUID(uuidString: String(digits)) ?? UUID()
  }

  private static func problems(of runs: [RunReport], _ different: Set<String>) -> [Problem]? {
    // A later attempt at only some stories need not include the scenarios that a run lacks.
    var problems = runs.filter { run in
      !run.isFollowed(in: runs) { $0.origin.attempt > run.origin.attempt }
    }.flatMap { $0.problems ?? [] }
    if !different.isEmpty { problems.append(.different(different.sorted())) }
    return problems.isEmpty ? nil : problems
  }

  /// Returns whether a run of all stories of this run's folder is among those that a condition
  /// holds for.
  private func isFollowed(in runs: [RunReport], where condition: (RunReport) -> Bool) -> Bool {
    runs.contains { other in
      other.isPartial != true && condition(other)
        && (scope == nil || other.scope?.folder == scope?.folder)
    }
  }

  /// Returns each scenario once, and collects the names of those whose texts differ.
  private static func scenarios(
    of runs: [RunReport], _ different: inout Set<String>
  ) -> [ScenarioReport] {
    var merged: [[String]: ScenarioReport] = [:]
    for run in runs {
      for var scenario in run.scenarios {
        scenario.attempts = scenario.attempts ?? [scenario.attempt(in: run)]
        let key = [scenario.path] + scenario.titles
        guard let other = merged[key] else {
          merged[key] = scenario
          continue
        }
        guard scenario.hasSameContent(as: other) else {
          different.insert(scenario.key)
          // The results of two texts are no attempts at one scenario.
          if scenario.verdict.severity > other.verdict.severity { merged[key] = scenario }
          continue
        }
        let attempts = ((other.attempts ?? []) + (scenario.attempts ?? [])).inOrder
        // Its details belong to the report whose attempt counts.
        if scenario.attempts?.decisive == attempts.decisive {
          scenario.attempts = attempts
          merged[key] = scenario
        } else {
          merged[key]?.attempts = attempts
        }
      }
    }
    return merged.values.sorted { one, other in
      if one.path != other.path { return one.path < other.path }
      if one.line != other.line { return one.line < other.line }
      return one.titles.lexicographicallyPrecedes(other.titles)
    }
  }

  static func brokenFiles(of runs: [RunReport]) -> [BrokenFile] {
    var diagnostics: [String: Set<Diagnostic>] = [:]
    for file in runs.flatMap(\.brokenFiles) {
      diagnostics[file.path, default: []].formUnion(file.diagnostics)
    }
    return diagnostics.sorted { $0.key < $1.key }.map { path, diagnostics in
      BrokenFile(path: path, diagnostics: diagnostics.sorted { $0.order < $1.order })
    }
  }
}

extension Diagnostic {
  fileprivate var order: (Int, Int, String, String, String) {
    (start.line, start.column, message, severity.rawValue, hints.joined(separator: "\n"))
  }
}

extension RunReport.Origin {
  static func merging(_ origins: [Self]) -> Self {
    func shared(_ part: (Self) -> String?) -> String? {
      let values = Set(origins.map(part))
      return values.count == 1 ? values.first.flatMap { $0 } : nil
    }
    // Merged runs have lists of names already.
    func united(_ part: (Self) -> String) -> String {
      Set(origins.flatMap { part($0).components(separatedBy: ", ") }).sorted()
        .joined(separator: ", ")
    }
    let modified = origins.compactMap(\.isModified)
    return Self(
      command: united(\.command), host: united(\.host), commit: shared(\.commit),
      branch: shared(\.branch), isModified: modified.isEmpty ? nil : modified.contains(true),
      attempt: origins.map(\.attempt).max() ?? 1)
  }
}

extension ScenarioReport {
  fileprivate func attempt(in run: RunReport) -> Attempt {
    Attempt(
      run: run.id, number: run.origin.attempt, host: run.origin.host, began: run.began,
      verdict: verdict, reason: reason, failures: failures,
      outcomes: verdict == .failed && !steps.isEmpty ? steps.map(\.outcome) : nil, seconds: seconds)
  }
}

extension RunReport.Scope {
  /// Returns what several runs were asked for together; `nil` if that can't be said in one scope.
  fileprivate static func merging(_ scopes: [Self?]) -> Self? {
    let known = scopes.compactMap(\.self)
    guard var all = known.first, known.count == scopes.count,
      known.allSatisfy({ $0.name == all.name && $0.tags == all.tags && $0.folder == all.folder })
    else { return nil }
    all.paths = known.contains { $0.paths.isEmpty } ? [] : Set(known.flatMap(\.paths)).sorted()
    return all
  }
}
