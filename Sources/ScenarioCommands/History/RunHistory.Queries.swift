import Foundation
import ScenarioReports

extension RunHistory {
  /// Returns the run to compare with.
  ///
  /// It is the last complete run, updated with the results of later runs of only some stories. A
  /// complete run after a run of one story is therefore compared in all stories.
  ///
  /// - Parameter date: The start of the run to compare; later ones are ignored. They exist for a
  ///   report of an earlier run, and after the clock was set back.
  package func run(
    _ baseline: Baseline, branch: String?, before date: Date = .now
  ) -> RunReport? {
    let others = files(before: date)
    switch baseline {
    case .last:
      var (newest, searched): ([RunFile], Set<Substring>) = ([], [])
      for branch in [RunFile.branch(branch)] + others.map(\.branch)
      where searched.insert(branch).inserted {
        let files = others.filter { $0.branch == branch }
        // Runs of some stories on a new branch update the last run of the one that it came from.
        if newest.isEmpty || files.contains(where: \.isWhole) { newest += files }
      }
      return known(in: newest)
    case .named(let name):
      if let run = known(in: others.filter { $0.branch == RunFile.branch(name) }) { return run }
      guard name.count >= 4, name.allSatisfy(\.isHexDigit),
        let commit = others.lazy.compactMap({ self.commit(of: $0) })
          .first(where: { $0.hasPrefix(name.lowercased()) })
      else { return nil }
      return known(in: others.filter { self.commit(of: $0) == commit })
    }
  }

  private func files(before date: Date) -> [RunFile] {
    let limit = RunFile.time(date)
    return files.filter { $0.began < limit }
  }

  private func commit(of file: RunFile) -> String? { head(of: file)?.heading.origin.commit }

  /// Returns the last complete run in files, updated with later runs of only some stories.
  private func known(in files: [RunFile]) -> RunReport? {
    guard let file = files.first else { return nil }
    let rest = Array(files.dropFirst())
    guard var run = self.run(in: file) else { return known(in: rest) }
    let broken = Set(run.brokenFiles.map(\.path))
    guard !(file.isWhole && broken.isEmpty), var earlier = known(in: rest) else { return run }
    if file.isWhole {
      // The scenarios of a file with errors still have their last results.
      run.scenarios += earlier.scenarios.filter { broken.contains($0.path) }
      return run
    }
    earlier.update(with: run)
    return earlier
  }

  /// Returns the verdicts in runs on a commit without local changes, by scenario identity.
  ///
  /// - Parameter isRealTime: Whether these are runs in real time; `nil` for story time.
  func verdicts(onCommit commit: String, isRealTime: Bool?) -> [String: Set<Verdict>] {
    var verdicts: [String: Set<Verdict>] = [:]
    // Older runs add little.
    for file in files.prefix(50) {
      guard let head = head(of: file), head.heading.origin.commit == commit,
        head.heading.origin.isModified == false, let run = run(in: file),
        run.isRealTime == isRealTime
      else { continue }
      for scenario in run.scenarios where [.passed, .failed].contains(scenario.verdict) {
        verdicts[scenario.identity ?? "", default: []].insert(scenario.verdict)
      }
      verdicts.merge(head.verdicts) { $0.union($1) }
      // It has the verdicts of those before it.
      if file.isWhole { break }
    }
    return verdicts
  }

  /// Returns the last runs, the newest first.
  package func runs(limit: Int) -> [RunHeading] { headings(of: files, limit: limit) }

  /// Returns the last complete runs of a branch that began before a date, the newest first, of
  /// which a trend consists with the run that began then.
  func trend(of branch: String?, before date: Date) -> [RunHeading] {
    let name = RunFile.branch(branch)
    return headings(
      of: files(before: date).filter { $0.isWhole && $0.branch == name },
      limit: ComparedRun.trendLength - 1)
  }

  private func headings(of files: [RunFile], limit: Int) -> [RunHeading] {
    Array(files.lazy.compactMap { self.head(of: $0)?.heading }.prefix(limit))
  }

  /// Returns the scenarios whose name contains a text, or whose identity is the text.
  package func scenarios(named text: String) -> [HistoryScenario] {
    var (exact, other): (Set<String>, Set<String>) = ([], [])
    var newest: [String: HistoryScenario] = [:]
    // Most names are in many runs, and searching one takes longer than finding it here.
    var isPart: [String: Bool] = [:]
    for file in files {
      for scenario in run(in: file)?.scenarios ?? [] {
        guard let identity = scenario.identity else { continue }
        let name = scenario.name
        if newest[identity] == nil {
          newest[identity] = HistoryScenario(identity: identity, name: name, path: scenario.path)
        }
        if name == text || identity == text {
          exact.insert(identity)
        } else {
          let isFound = isPart[name] ?? name.contains(text)
          isPart[name] = isFound
          if isFound { other.insert(identity) }
        }
      }
    }
    return (exact.isEmpty ? other : exact).compactMap { newest[$0] }
      .sorted { ($0.path, $0.name) < ($1.path, $1.name) }
  }

  /// Returns the results of a scenario in the runs that include it, the newest first.
  package func results(of identity: String, limit: Int) -> [HistoryEntry] {
    var results: [HistoryEntry] = []
    for file in files where results.count < limit {
      guard let scenario = run(in: file)?.scenarios.first(where: { $0.identity == identity }),
        let head = head(of: file)
      else { continue }
      results.append(HistoryEntry(run: head.heading, scenario: scenario))
    }
    return results
  }
}
