import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A search for values that stories give and nobody checks.
///
/// One value at a time is changed in the text of a story. If all scenarios of the file pass
/// nevertheless, although the app shows or sends something else, nobody has noticed the change.
package struct Strengthening {
  /// Runs stories, given by their texts, and returns the reports of their scenarios; fewer where a
  /// story can't be run.
  ///
  /// Without details, only the verdicts are needed.
  package typealias Runs = ([(path: String, text: String)], _ hasDetails: Bool) throws ->
    [[ScenarioReport]]

  /// What was done.
  package struct Counts: Sendable, Codable {
    /// The changes that a scenario noticed.
    package var noticed = 0
    /// The changes that nobody noticed, and that a check would notice.
    package var unnoticed = 0
    /// The changes that nobody noticed, and that no check at the end of a scenario would notice.
    package var withoutCheck = 0
    /// The changes after which the app shows and sends the same as before.
    package var withoutEffect = 0
    /// The scenarios that do not pass, because of which their files are not searched.
    package var notPassing: [String] = []
    /// The scenarios that are skipped or have a known issue, and are not searched.
    package var exempt: [String] = []
    /// The changes for which no time was left.
    package var untried = 0

    /// The number of changes that were made.
    package var tried: Int { noticed + unnoticed + withoutCheck + withoutEffect }
  }

  /// A change that no scenario notices, with its runs.
  private struct Survivor {
    let change: GivenChange
    let runs: [ObservedRun]
    var check: NoticingCheck?
  }

  /// The number of changed files that run in one go.
  private static let batchSize = 40

  private let folder: ScenariosFolder
  private let runs: Runs
  private let isOver: () -> Bool

  package private(set) var counts = Counts()

  /// - Parameters:
  ///   - folder: The folder of the stories.
  ///   - runs: Runs stories of the folder.
  ///   - isOver: Whether no more values are to be changed.
  package init(
    of folder: ScenariosFolder, runs: @escaping Runs, isOver: @escaping () -> Bool = { false }
  ) { (self.folder, self.runs, self.isOver) = (folder, runs, isOver) }

  /// Returns the changes that nobody notices in a file, in its order.
  ///
  /// - Parameter path: The path of the file in the folder. Nothing is found in a file whose
  ///   scenarios do not all pass.
  package mutating func unnoticed(in path: String) throws -> [UnnoticedChange] {
    let file = folder.read(path).file
    guard file.isRunnable else { return [] }
    let usual = try run([file.source], at: path, hasDetails: true)[0].map(ObservedRun.init)
    let reports = usual.map(\.report)
    let failing = reports.filter(\.isBroken)
    guard !usual.isEmpty, failing.isEmpty else {
      counts.notPassing += failing.map { "\(file.source.path):\($0.line)" }
      if usual.isEmpty { counts.notPassing.append(file.source.path) }
      return []
    }
    counts.exempt += reports.filter { [.knownIssue, .skipped].contains($0.verdict) }
      .map { "\(file.source.path):\($0.line)" }
    var survivors: [Survivor] = []
    var rest = GivenChange.all(in: file).filter { change in
      let line = change.range.start.line
      let owners = reports.filter { ($0.firstLine ?? $0.line) <= line && line <= $0.ownLastLine }
      // A background has no owner.
      return (owners.isEmpty ? reports : owners).contains { $0.verdict == .passed }
    }[...]
    while !rest.isEmpty {
      guard !isOver() else {
        counts.untried += rest.count
        break
      }
      survivors += try self.survivors(of: rest.prefix(Self.batchSize), file.source, path, usual)
      rest = rest.dropFirst(Self.batchSize)
    }
    try addChecks(to: &survivors, file.source, path, usual)
    let found = survivors.filter { $0.check != nil }
    counts.unnoticed += found.count
    counts.withoutCheck += survivors.count - found.count
    return found.compactMap { survivor in
      guard let check = survivor.check else { return nil }
      let (change, start) = (survivor.change, survivor.change.range.start)
      return UnnoticedChange(
        path: file.source.path, line: start.line, column: start.column,
        value: change.key.isEmpty ? change.old : "\(change.key): \(change.old)", other: change.new,
        scenarios: usual.count { $0.hasPassed }, check: check)
    }
  }

  /// Makes changes and returns those that nobody notices, although something differs.
  private mutating func survivors(
    of changes: ArraySlice<GivenChange>, _ source: SourceFile, _ path: String,
    _ usual: [ObservedRun]
  ) throws -> [Survivor] {
    func areAsUsual(_ reports: [ScenarioReport]) -> Bool {
      reports.map(\.verdict) == usual.map(\.report.verdict)
    }
    let changed = changes.map { ($0, $0.apply(to: source)) }
    let verdicts = try run(changed.map(\.1), at: path, hasDetails: false)
    let passing = zip(changed, verdicts).filter { areAsUsual($0.1) }.map(\.0)
    counts.noticed += changed.count - passing.count
    let reports = try run(passing.map(\.1), at: path, hasDetails: true)
    return zip(passing, reports).compactMap { change, reports in
      let runs = reports.map(ObservedRun.init)
      guard areAsUsual(reports), zip(usual, runs).contains(where: { !$0.isLike($1) }) else {
        counts.withoutEffect += 1
        return nil
      }
      return Survivor(change: change.0, runs: runs)
    }
  }

  // MARK: - Checks

  /// Finds for survivors the check that would notice them, one for several if possible.
  private func addChecks(
    to survivors: inout [Survivor], _ source: SourceFile, _ path: String, _ usual: [ObservedRun]
  ) throws {
    var groups: [[Int]] = []
    var places: [Place] = []
    for (index, survivor) in survivors.enumerated() {
      guard let place = Self.place(of: survivor.runs, usual) else { continue }
      if let known = places.firstIndex(of: place) {
        groups[known].append(index)
      } else {
        places.append(place)
        groups.append([index])
      }
    }
    for (place, group) in zip(places, groups) {
      let (run, name) = (usual[place.scenario], place.observation)
      guard let value = run.end[name] else { continue }
      let others = group.map { survivors[$0].runs[place.scenario].end[name] }
      // All that differs, or else a part of it, because the rest may differ in other examples.
      for part in value.differences(from: others) {
        let check = NoticingCheck(
          titles: run.report.titles, line: run.report.firstLine ?? run.report.line,
          sentence: name, data: part.flowDescription)
        let open = group.filter { survivors[$0].check == nil }
        let noticed = try noticed(open.map { survivors[$0].change }, by: check, source, path, usual)
        for (index, isSeen) in zip(open, noticed) where isSeen { survivors[index].check = check }
      }
    }
  }

  /// Returns for each change whether a check notices it; it notices none if its own scenario fails.
  private func noticed(
    _ changes: [GivenChange], by check: NoticingCheck, _ source: SourceFile, _ path: String,
    _ usual: [ObservedRun]
  ) throws -> [Bool] {
    let none = Array(repeating: false, count: changes.count)
    let sources = [source] + changes.map { $0.apply(to: source) }
    // A value like a placeholder would become one, and some scenarios have to be changed by hand.
    guard !changes.isEmpty, !check.data.contains("<"),
      let checked = try? sources.map({ try check.add(to: $0) })
    else { return none }
    let reports = try runs(
      checked.enumerated().map { (Self.path(path, $0.offset), $0.element) }, false)
    let areBroken = reports.map { $0.contains(where: \.isBroken) }
    return reports[0].count == usual.count && !areBroken[0] ? Array(areBroken.dropFirst()) : none
  }

  /// An observation at the end of a scenario.
  private struct Place: Equatable {
    let scenario: Int
    let observation: String
  }

  /// Returns the first scenario at whose end an observation differs.
  private static func place(of runs: [ObservedRun], _ usual: [ObservedRun]) -> Place? {
    for (index, (one, other)) in zip(usual, runs).enumerated() where one.hasPassed {
      let names = one.end.filter { $0.value != other.end[$0.key] }.keys
      if let name = names.min() { return Place(scenario: index, observation: name) }
    }
    return nil
  }

  private func run(
    _ sources: [SourceFile], at path: String, hasDetails: Bool
  ) throws -> [[ScenarioReport]] {
    try runs(
      sources.enumerated().map { index, source in
        (Self.path(path, index), source.text(source.bytes.indices))
      }, hasDetails)
  }

  /// The path of a story that does not exist, beside another one.
  private static func path(_ path: String, _ index: Int) -> String {
    (path.split(separator: "/").dropLast() + ["strengthen-\(index).yaml"]).joined(separator: "/")
  }
}

extension NoticingCheck {
  /// Returns the text of a file with the check at the end of its scenario.
  ///
  /// - Throws: `Diagnostic` if the scenario has to be changed by hand.
  package func add(to source: SourceFile) throws(Diagnostic) -> String {
    let story = StoryFile(reading: source).stories.last { $0.range.start.line <= line }
    guard let story, let language = StoryLanguage(code: story.language),
      var text = ScenarioText(source, scenarioAt: line, language)
    else { throw ScenarioText.byHand }
    _ = try text.add(NewStep(.then, sentence, data: data), after: nil, title: nil, goesOn: false)
    return try source.checked(text.source)
  }
}

extension ObservedRun {
  /// Whether the app shows and sends the same as in another run.
  fileprivate func isLike(_ other: Self) -> Bool {
    states.map(\.shown) == other.states.map(\.shown)
      && events.filter(\.isEffect) == other.events.filter(\.isEffect)
  }
}

extension Value {
  /// The keys and values of a mapping that differ from those of one of other values: all together,
  /// then each alone.
  fileprivate func differences(from others: [Value?]) -> [Value] {
    guard case .mapping(let pairs) = self else { return [self] }
    let rest = pairs.filter { pair in others.contains { $0?[pair.key] != pair.value } }
    if rest.isEmpty { return [self] }
    return [.mapping(rest)] + (rest.count > 1 ? rest.map { .mapping([$0]) } : [])
  }
}
