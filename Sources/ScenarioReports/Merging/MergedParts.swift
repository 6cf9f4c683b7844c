import Foundation
import ScenarioLanguage

/// The parts of a run that was divided over machines as one run, and what is wrong with them.
///
/// The run equals one that was not divided, but for times, its identity, the names of machines, and
/// notes about the order of scenarios. A part that was repeated replaces its earlier attempts.
package struct MergedParts {
  /// The results file of a part, or of what was given as one.
  package typealias Source = (file: String, run: RunReport)

  /// The merged run; partial, with a problem for each fault, if a part is missing or wrong.
  package private(set) var run: RunReport

  /// The faults because of which results are missing or can't be trusted.
  package private(set) var faults: [RunReport.Problem]

  /// The number of warnings about the stories that the run does not name.
  package private(set) var warningCount = 0

  /// Merges parts in any order.
  ///
  /// - Parameters:
  ///   - sources: Runs, one of which is a part at least. They are released while they are merged.
  ///   - unreadable: The errors in other files.
  package init?(_ sources: inout [Source], unreadable: [Diagnostic]) {
    faults = unreadable.map { RunReport.Problem(.interrupted, $0.problem, details: $0.advice) }
    sources.sort { $0.run.orderOfParts < $1.run.orderOfParts }
    guard let reference = Self.reference(of: sources), let total = reference.shard?.plan.total
    else { return nil }
    run = reference.heading
    var parts: [Int: [Source]] = [:]
    while let source = sources.popLast() {
      if let difference = Self.difference(of: source.run, from: reference) {
        fault("\(source.file) \(difference)")
      } else if let number = source.run.shard?.number {
        parts[number, default: []].insert(source, at: 0)
      }
    }
    for number in 1...total {
      check(
        parts[number] ?? [], "part \(number) of \(total)",
        content: reference.shard?.contents?.dropFirst(number - 1).first)
    }
    // Without scenarios, which are released while they are merged.
    let heads = parts.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.run.heading) }
    let count = parts.values.reduce(0) { $0 + ($1.last?.run.scenarios.count ?? 0) }
    let first = heads.first ?? reference
    run = RunReport(
      id: RunReport.id(of: heads), began: heads.map(\.began).min() ?? first.began,
      seconds: heads.reduce(0) { $0 + $1.seconds }, origin: .merging(heads.map(\.origin)),
      scope: first.scope)
    run.skipsHistory = heads.contains { $0.skipsHistory == true } ? true : nil
    run.isRealTime = heads.contains { $0.isRealTime == true } ? true : nil
    run.brokenFiles = RunReport.brokenFiles(
      of: parts.values.compactMap { attempts in
        var last = attempts.last?.run.heading
        last?.move(to: first.scope)
        return last
      })
    addScenarios(of: &parts, count: count, in: first.scope)
    if count == 0, run.brokenFiles.isEmpty, faults.isEmpty {
      fault("no part has a scenario")
    }
    let warnings = heads.compactMap(\.shard?.warnings)
    warningCount = warnings.first?.count ?? 0
    let strict = warnings.first(where: \.isStrict).flatMap { warnings in
      RunReport.Problem.strict(
        notes: run.scenarios.flatMap(\.noteLines) + (warnings.notes ?? []),
        warnings: warnings.texts, warningCount: warnings.count, hasRun: Summary(run).hasRun)
    }
    if strict != nil { warningCount = 0 }
    let problems = faults + (strict.map { [$0] } ?? [])
    run.problems = problems.isEmpty ? nil : problems
    run.isPartial = first.scope?.words != nil || !faults.isEmpty ? true : nil
  }

  private mutating func fault(_ message: Message, _ details: [Message] = []) {
    faults.append(RunReport.Problem(.interrupted, message, details: details))
  }

  // MARK: - Plans

  /// Returns a part of the plan and commit that most parts have.
  private static func reference(of sources: [Source]) -> RunReport? {
    let parts = sources.map(\.run.heading).filter { $0.shard != nil }
    // A part that was interrupted may not have read all stories.
    let planned = parts.filter { $0.shard?.contents != nil }
    let groups = Dictionary(grouping: planned.isEmpty ? parts : planned) { run -> [AnyHashable] in
      [run.shard?.plan, run.shard?.contents, run.origin.commit]
    }
    return groups.values.max { one, other in
      one.count == other.count
        ? other[0].orderOfParts < one[0].orderOfParts : one.count < other.count
    }?.first
  }

  /// Returns why a run does not fit to a part, following its name; `nil` if it does.
  private static func difference(of run: RunReport, from reference: RunReport) -> Message? {
    guard let shard = run.shard, let expected = reference.shard else {
      return run.problems?.first { $0.kind == .notRun }.map { "is no part: \($0.texts[0])" }
        ?? "is no part, but a run that was not divided"
    }
    let (plan, other) = (shard.plan, expected.plan)
    let isPlanned = shard.contents != nil
    let reasons: [(isOther: Bool, words: Message)] = [
      (plan.total != other.total, "there are \(other.total) parts, not \(plan.total)"),
      (shard.number < 1 || shard.number > plan.total, "there is no such part"),
      (plan.version != other.version, "it was divided by another version"),
      (plan.selection != other.selection, "other paths, names or tags were chosen"),
      (plan.times != other.times, "--times had other times"),
      (isPlanned && plan.stories != other.stories, "the stories differ"),
      (isPlanned && shard.contents != expected.contents, "its stories have other scenarios"),
    ]
    if let reason = reasons.first(where: \.isOther)?.words {
      return "has a different plan from most parts (\(shard.words)): \(reason)"
    }
    guard run.origin.commit == reference.origin.commit else {
      let (own, all) = (run.origin.commit?.prefix(12), reference.origin.commit?.prefix(12))
      guard let own else {
        return "names no commit, unlike most parts (\(shard.words)): git did not answer"
      }
      return "has a different commit from most parts (\(shard.words)): \(own), not \(all ?? "none")"
    }
    return nil
  }

  // MARK: - Parts

  /// Checks that the last attempt at a part has each of its scenarios once.
  private mutating func check(
    _ attempts: [Source], _ words: Message, content: RunReport.Shard.Content?
  ) {
    guard let last = attempts.last else {
      let count: Message =
        content.map { ", with \(Message.counted($0.scenarios, "scenario"))" } ?? ""
      return fault("\(words) is missing\(count)")
    }
    for (number, sources) in Dictionary(grouping: attempts, by: \.run.origin.attempt).sorted(
      by: { $0.key < $1.key }) where sources.count > 1
    {
      let files = sources.map(\.file).sorted().joined(separator: ", ")
      fault(
        "\(words) is there \(sources.count) times for attempt \(number): \(files)",
        ["Leave out all but one, or number them with SCENARIOS_ATTEMPT or --attempt."])
    }
    var found = RunReport.Shard.Content()
    for scenario in last.run.scenarios {
      found.add(RunReport.Shard.hash(of: scenario.place?.path ?? scenario.path, scenario.titles))
    }
    let reason = last.run.problems?.first { $0.kind != .strict }?.texts[0]
    guard found != content || reason != nil else { return }
    let has: Message =
      content.map { "has \(found.scenarios) of its \(Message.counted($0.scenarios, "scenario"))" }
      ?? "was planned in part"
    let why: Message = reason.map { " (\($0))" } ?? ""
    fault("\(words) is incomplete: it \(has), in \(last.file)\(why)")
  }

  /// Adds the scenarios of all parts, in the order of the stories, and releases the parts.
  private mutating func addScenarios(
    of parts: inout [Int: [Source]], count: Int, in scope: RunReport.Scope?
  ) {
    var scenarios: [ScenarioReport] = []
    scenarios.reserveCapacity(count)
    for number in parts.keys.sorted() {
      var attempts = (parts.removeValue(forKey: number) ?? []).map(\.run)
      for index in attempts.indices { attempts[index].move(to: scope) }
      guard attempts.count > 1, let merged = RunReport.merging(attempts) else {
        scenarios += attempts.first?.scenarios ?? []
        continue
      }
      // An attempt that was interrupted says nothing about the scenarios that it lacks.
      scenarios += merged.scenarios.changed { scenario in
        if scenario.attempts?.count == 1 { scenario.attempts = nil }
      }
    }
    scenarios.sort { left, right in
      guard let one = left.place, let other = right.place, one.path == other.path,
        left.path == right.path
      else { return (left.place?.path ?? "", left.path) < (right.place?.path ?? "", right.path) }
      return one.index < other.index
    }
    var shared = SharedNotes()
    for index in scenarios.indices {
      scenarios[index].place = nil
      shared.settle(in: &scenarios[index])
    }
    run.scenarios = scenarios
  }
}

extension RunReport {
  fileprivate var orderOfParts: (Int, Int, Date, String) {
    (shard?.number ?? 0, origin.attempt, began, id.uuidString)
  }

  /// The run without its scenarios.
  fileprivate var heading: RunReport {
    var heading = self
    heading.scenarios = []
    return heading
  }

  /// Replaces the folder of stories in all paths, which differs between machines.
  fileprivate mutating func move(to other: Scope?) {
    guard let folder = scope?.folder, let new = other?.folder, folder != new else { return }
    let old = scope
    func moved(_ path: String) -> String {
      let relative = old.relative(path)
      // A path that is not in the folder stays as it is.
      guard relative != path || folder == "." else { return path }
      return new == "." ? relative : "\(new)/\(relative)"
    }
    scenarios = scenarios.changed { scenario in
      let path = moved(scenario.path)
      scenario.path = path
      scenario.failures = scenario.failures.changed { $0.location.path = moved($0.path) }
      scenario.notes = scenario.notes.changed { $0.location.path = moved($0.location.path) }
      scenario.sharedNotes = scenario.sharedNotes?.changed { $0.note.location.path = path }
    }
    brokenFiles = brokenFiles.changed { file in
      let path = moved(file.path)
      file.path = path
      file.diagnostics = file.diagnostics.changed { $0.location?.path = path }
    }
  }
}
