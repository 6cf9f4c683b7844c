import DisplayText
import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

extension RunHistory {
  /// Returns the last complete run of the same branch, or else of the last branch, updated with the
  /// results of later runs of only some stories.
  ///
  /// A complete run after a run of one story is therefore compared in all stories.
  ///
  /// - Parameter date: The start of the run to compare; later ones are ignored. They exist for a
  ///   report of an earlier run, and after the clock was set back.
  package func lastRun(of branch: String?, before date: Date = .now) -> RunReport? {
    let others = files(before: date)
    var newest: [RunFile] = []
    for branch in ([RunFile.branch(branch)] + others.map(\.branch)).withoutRepeats() {
      let files = others.filter { $0.branch == branch }
      // Runs of some stories on a new branch update the last run of the one that it came from.
      if newest.isEmpty || files.contains(where: \.isWhole) { newest += files }
    }
    return known(in: newest)
  }

  /// Returns the last run of a branch, or of a commit by the beginning of its hash, updated as
  /// ``lastRun(of:before:)`` is.
  func run(named name: String, before date: Date) -> RunReport? {
    let others = files(before: date)
    if let run = known(in: others.filter { $0.branch == RunFile.branch(name) }) { return run }
    guard name.count >= 4, name.allSatisfy(\.isHexDigit),
      let commit = others.lazy.compactMap({ self.commit(of: $0) })
        .first(where: { $0.hasPrefix(name.lowercased()) })
    else { return nil }
    return known(in: others.filter { self.commit(of: $0) == commit })
  }

  /// Warns if the history lacks a branch or commit that a run is to be compared with.
  ///
  /// The history is read in a separate process, because a supervisor must not have threads.
  static func check(_ name: String?, inHistoryOf folder: String) throws {
    guard let name else { return }
    let process = try ChildProcess { writer in
      let place = RunHistory.url(ofStoriesIn: folder)
      guard try exists(in: place) else { return try writer.write([String]()) }
      let history = try Self(in: place)
      guard history.run(named: name, before: .now) == nil else { return }
      let branches = history.runs(limit: .max).compactMap(\.origin.branch)
      try writer.write(NearestText.suggestions(for: name, among: branches))
    }
    guard let near = try process.value([String].self) else { return }
    Console.error.report([
      Diagnostic(
        Message(verbatim: noRun(named: name)), severity: .warning, hints: didYouMean(anyOf: near))
    ])
  }

  private static func noRun(named name: String) -> String {
    "there is no run of \"\(name)\" to compare with: the history has no branch of this name and no "
      + "commit that begins with it"
  }

  private func files(before date: Date) -> [RunFile] {
    let limit = RunFile.time(date)
    return files.filter { $0.began < limit }
  }

  private func commit(of file: RunFile) -> String? { head(of: file)?.heading.origin.commit }

  /// Returns the last complete run in files, updated with later runs of only some stories.
  private func known(in files: [RunFile]) -> RunReport? {
    var runs: [(run: RunReport, isWhole: Bool)] = []
    for file in files {
      guard let run = run(in: file) else { continue }
      runs.append((run, file.isWhole))
      if file.isWhole, run.brokenFiles.isEmpty { break }
    }
    guard var known = runs.popLast()?.run else { return nil }
    for (var run, isWhole) in runs.reversed() {
      guard isWhole else {
        known.update(with: run)
        continue
      }
      // The scenarios of a file with errors still have their last results, but those that moved.
      let (broken, own) = (Set(run.brokenFiles.map(\.path)), Set(run.scenarios.map(\.identity)))
      run.scenarios += known.scenarios.filter {
        broken.contains($0.path) && ($0.identity == nil || !own.contains($0.identity))
      }
      known = run
    }
    return known
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
        newest[identity] = newest[identity] ?? (identity, name, scenario.path)
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
      results.append((head.heading, scenario))
    }
    return results
  }

  /// Compares a run with an earlier one and records it.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - folder: The history's folder, such as `.scenarios`.
  ///   - name: The branch or commit to compare with; `nil` for the last run.
  ///   - selection: The selection that has run to its end; `nil` if that is not known.
  package static func compareAndRecord(
    _ run: RunReport, in folder: URL, against name: String? = nil,
    of selection: Selection? = nil
  ) -> ComparedRun {
    let hasStories = FileManager.default.isFolder(atPath: run.scope?.folder ?? "") == true
    var titles: [String: Set<[String]>] = [:]
    // Without the stories, and in a file with errors, a scenario may still exist.
    func exists(_ scenario: ScenarioReport) -> Bool {
      if hasStories, !FileManager.default.fileExists(atPath: scenario.path) { return false }
      let found = titles[scenario.path] ?? StoryFile(path: scenario.path).titles
      titles[scenario.path] = found
      return found.isEmpty || found.contains(scenario.titles)
    }
    var verdicts: [String: Set<Verdict>] = [:]
    func compare(_ run: RunReport, with earlier: RunReport?) -> RunComparison {
      RunComparison(of: run, with: earlier, verdicts: verdicts, exists: exists) {
        guard let selection, selection.failures == nil || $0.remainsBroken else { return false }
        return selection.wouldChoose(name: $0.name, tags: $0.tags, in: $0.path)
      }
    }
    var comparison: RunComparison?
    var trend = [RunHeading(run)]
    var problems: [HistoryError] = []
    do throws(HistoryError) {
      let history = try Self(in: folder)
      defer { problems = history.notices + problems }
      let branch = run.origin.branch
      if let commit = run.origin.commit, run.origin.isModified == false {
        verdicts = history.verdicts(onCommit: commit, isRealTime: run.isRealTime)
      }
      let last = history.lastRun(of: branch, before: run.began)
      let kept = compare(run, with: last)
      comparison = kept
      if let name {
        // Identities always come from the history's last run, so that a comparison with another
        // branch does not change them.
        let earlier = history.run(named: name, before: run.began)
        comparison = compare(kept.run, with: earlier)
        // A run of a selection has warned before it began.
        if earlier == nil, selection == nil { problems.append(HistoryError(noRun(named: name))) }
      }
      try history.record(kept.run, verdicts: verdicts)
      trend = history.trend(of: branch, before: run.began).reversed() + trend
    } catch { problems.append(error) }
    return ComparedRun(
      comparison: comparison ?? RunComparison(of: run, with: nil), trend: trend, problems: problems)
  }
}

extension LastFailures {
  /// Returns what did not pass in the last run of a folder's stories, of which later runs of some
  /// stories are a part.
  ///
  /// The history is read in a separate process, because a supervisor must not have threads.
  static func inHistory(of folder: String) throws -> LastFailures {
    let url = RunHistory.url(ofStoriesIn: folder)
    func error(_ reason: String) -> Diagnostic {
      Diagnostic(
        "\(reason), so it is not known what failed",
        hints: ["Run all scenarios once without --failed and --no-history."])
    }
    guard try RunHistory.exists(in: url) else { throw error("there is no history of \(folder)") }
    let process = try ChildProcess { writer in
      let branch = RunReport.Origin(runBy: "scenarios run", attempt: 1).branch
      RunJournal.keepKilledRuns(in: url, branch: branch)
      let history = try RunHistory(in: url)
      defer { history.notices.report() }
      // A file that can't be used may be about a failure.
      guard let run = history.lastRun(of: branch), history.notices.isEmpty else { return }
      try writer.write(LastFailures(of: run, among: (try? ScenariosFolder(folder).paths()) ?? []))
    }
    guard let failures = try process.value(LastFailures.self) else {
      throw error("the history in \(url.relativePath) is incomplete")
    }
    return failures
  }

  /// - Parameter paths: The paths of all stories. If one with a failure has gone, those that the
  ///   run lacks count, too, because they may be that one.
  private init(of run: RunReport, among paths: [String]) {
    let failed = run.scenarios.filter { $0.remainsBroken || $0.exemption == .undefinedAllowed }
    let broken = run.brokenFiles.map(\.path)
    let known = Set(run.scenarios.map(\.path) + broken)
    let isComplete = Set(failed.map(\.path) + broken).isSubset(of: paths)
    self.init(
      scenarios: failed.map { PlannedScenario.ID(path: $0.path, titles: $0.titles) },
      files: broken + (isComplete ? [] : paths.filter { !known.contains($0) }))
  }
}
