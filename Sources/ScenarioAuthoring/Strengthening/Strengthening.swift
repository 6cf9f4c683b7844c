import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A search for values that stories give but do not check.
///
/// One value at a time is changed. If all scenarios of the file still pass, although the app
/// shows or sends something else, no check has noticed the change.
package struct Strengthening {
  /// The numbers of changes that were tried or left out.
  package struct Counts: Sendable, Codable {
    /// The changes that a scenario noticed.
    package var noticed = 0
    /// The changes that no check noticed, and that one at the end would notice.
    package var unnoticed = 0
    /// The changes that no check noticed, and none at the end of a scenario would notice.
    package var withoutCheck = 0
    /// The changes after which the app shows and sends the same as before.
    package var withoutEffect = 0
    /// The scenarios that do not pass, because of which their files are not searched.
    package var notPassing: [String] = []
    /// The scenarios that are skipped or have a known issue, and are not searched.
    package var exempt: [String] = []
    /// The changes that were not tried, because the time was over.
    package var untried = 0

    /// The number of changes that were made.
    package var tried: Int { noticed + unnoticed + withoutCheck + withoutEffect }
  }

  /// A change that no scenario notices, with its runs.
  private typealias Survivor = (index: Int, runs: [ObservedRun], check: NoticingCheck?)

  /// The number of changes whose runs are made in one go.
  private static let batchSize = 40

  private let folder: ScenariosFolder
  private let runs: VariedScenarios.Runs
  private let isOver: () -> Bool

  package private(set) var counts = Counts()

  /// - Parameters:
  ///   - folder: The folder of the stories.
  ///   - isOver: Whether no more values are to be changed.
  ///   - runs: Runs scenarios of the folder.
  package init(
    of folder: ScenariosFolder, isOver: @escaping () -> Bool = { false },
    runs: @escaping VariedScenarios.Runs
  ) { (self.folder, self.runs, self.isOver) = (folder, runs, isOver) }

  /// Returns the changes in a file that no check notices, in its order.
  ///
  /// - Parameter path: The path of the file in the folder. Nothing is found in a file whose
  ///   scenarios do not all pass.
  package mutating func unnoticed(in path: String) throws -> [UnnoticedChange] {
    let file = folder.read(path).file
    guard file.isRunnable else { return [] }
    let baseline = try run([RunVariation()], of: path)[0].map(ObservedRun.init)
    let reports = baseline.map(\.report)
    let failing = reports.filter(\.isBroken)
    guard !baseline.isEmpty, failing.isEmpty else {
      counts.notPassing += failing.map { "\(file.source.path):\($0.line)" }
      if baseline.isEmpty { counts.notPassing.append(file.source.path) }
      return []
    }
    counts.exempt += reports.filter { [.knownIssue, .skipped].contains($0.verdict) }
      .map { "\(file.source.path):\($0.line)" }
    let changes = GivenChange.all(in: file)
    var survivors: [Survivor] = []
    let tried = changes.indices.filter { index in
      let line = changes[index].range.start.line
      let owners = reports.filter { ($0.firstLine ?? $0.line) <= line && line <= $0.ownLastLine }
      // A background has no owner.
      return (owners.isEmpty ? reports : owners).contains { $0.verdict == .passed }
    }
    for start in stride(from: 0, to: tried.count, by: Self.batchSize) {
      guard !isOver() else {
        counts.untried += tried.count - start
        break
      }
      let batch = tried[start...].prefix(Self.batchSize)
      for (index, reports) in zip(batch, try run(batch.map { changes[$0].variation }, of: path)) {
        let runs = reports.map(ObservedRun.init)
        if reports.map(\.verdict) != baseline.map(\.report.verdict) {
          counts.noticed += 1
        } else if zip(baseline, runs).allSatisfy({ $0.isLike($1) }) {
          counts.withoutEffect += 1
        } else {
          survivors.append((index, runs, nil))
        }
      }
    }
    try addChecks(to: &survivors, file.source, path, baseline)
    let found = survivors.compactMap { survivor -> UnnoticedChange? in
      guard let check = survivor.check else { return nil }
      let (change, start) = (changes[survivor.index], changes[survivor.index].range.start)
      return UnnoticedChange(
        path: file.source.path, line: start.line, column: start.column,
        value: change.key.isEmpty ? change.old : "\(change.key): \(change.old)", other: change.new,
        scenarios: baseline.count { $0.hasPassed }, check: check)
    }
    counts.unnoticed += found.count
    counts.withoutCheck += survivors.count - found.count
    return found
  }

  // MARK: - Checks

  /// Finds for survivors the check that would notice them, one for several if possible.
  private func addChecks(
    to survivors: inout [Survivor], _ source: SourceFile, _ path: String, _ baseline: [ObservedRun]
  ) throws {
    let mismatches = survivors.map { Self.mismatch(of: $0.runs, baseline) }
    for (index, mismatch) in mismatches.enumerated() {
      guard let mismatch, mismatches.firstIndex(of: mismatch) == index,
        let value = baseline[mismatch.scenario].end[mismatch.observation]
      else { continue }
      let report = baseline[mismatch.scenario].report
      let group = mismatches.indices.filter { mismatches[$0] == mismatch }
      let others = group.map { survivors[$0].runs[mismatch.scenario].end[mismatch.observation] }
      // All that differs, or else a part of it, because the rest may differ in other examples.
      let rest = value.without(others)
      var parts = [rest]
      if case .mapping(let pairs) = rest, pairs.count > 1 { parts += pairs.map { .mapping([$0]) } }
      for part in parts {
        let check = NoticingCheck(
          titles: report.titles, line: report.firstLine ?? report.line,
          sentence: mismatch.observation, data: part.flowDescription)
        let open = group.filter { survivors[$0].check == nil }
        let noticed = try noticed(open.map { survivors[$0].index }, by: check, source, path)
        for (index, isSeen) in zip(open, noticed) where isSeen { survivors[index].check = check }
      }
    }
  }

  /// Returns for each change whether a check notices it; it notices none if its own scenario fails.
  private func noticed(
    _ changes: [Int], by check: NoticingCheck, _ source: SourceFile, _ path: String
  ) throws -> [Bool] {
    // A value like a placeholder would become one, and some scenarios have to be changed by hand.
    guard !changes.isEmpty, !check.data.contains("<"), let text = try? check.add(to: source) else {
      return []
    }
    let all = GivenChange.all(in: folder.read(path, text: text).file)
    let reports = try run(
      [RunVariation()] + changes.map { all[$0].variation }, of: path, [path: text])
    let areBroken = reports.map { $0.contains(where: \.isBroken) }
    return areBroken[0] ? [] : Array(areBroken.dropFirst())
  }

  /// An observation that differs at the end of a scenario.
  private struct Mismatch: Equatable {
    let scenario: Int
    let observation: String
  }

  /// Returns the first scenario at whose end an observation differs.
  private static func mismatch(of runs: [ObservedRun], _ baseline: [ObservedRun]) -> Mismatch? {
    for (index, (one, other)) in zip(baseline, runs).enumerated() where one.hasPassed {
      let names = one.end.filter { $0.value != other.end[$0.key] }.keys
      if let name = names.min() { return Mismatch(scenario: index, observation: name) }
    }
    return nil
  }

  /// Returns the reports of all scenarios of a file for each variation.
  private func run(
    _ variations: [RunVariation], of path: String, _ texts: [String: String] = [:]
  ) throws -> [[ScenarioReport]] {
    let reports = try runs([VariedScenarios(path: path, variations)], texts)[0]
    let count = reports.count / variations.count
    return variations.indices.map { Array(reports[$0 * count..<($0 + 1) * count]) }
  }
}

extension NoticingCheck {
  /// Returns the text of a file with the check at the end of its scenario, or with its keys in the
  /// check of the same sentence there.
  ///
  /// - Throws: `Diagnostic` if the scenario has to be changed by hand.
  package func add(to source: SourceFile) throws(Diagnostic) -> String {
    guard var editor = StoryEditor(source, scenarioAt: line) else { throw StoryEditor.byHand }
    try editor.addCheck(sentence, data)
    return try source.checked(editor.source)
  }

  /// Returns the text of a file with some checks.
  package static func add(
    _ checks: Set<NoticingCheck>, to source: SourceFile
  ) throws(Diagnostic) -> String {
    // From the last one to the first one, so that the lines stay true.
    let checks = checks.sorted { ($0.line, $0.sentence, $0.data) > ($1.line, $1.sentence, $1.data) }
    var text = source
    for check in checks { text = SourceFile(path: source.path, text: try check.add(to: text)) }
    return text.text(text.bytes.indices)
  }
}

extension ObservedRun {
  /// Whether the app shows and sends the same as in another run.
  fileprivate func isLike(_ other: Self) -> Bool {
    states.map(\.shown) == other.states.map(\.shown)
      && events.filter(\.isEffect) == other.events.filter(\.isEffect)
  }
}
