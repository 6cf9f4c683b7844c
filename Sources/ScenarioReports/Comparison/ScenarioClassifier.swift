/// Determines how a scenario changed.
struct ScenarioClassifier {
  // Story time is the same in every run, so an increase by a tenth is real. Increases of a few
  // milliseconds are not worth reporting.
  private static let slowerStory = 1.1
  private static let leastStoryNanoseconds: Int64 = 10_000_000

  // Real time varies on a busy machine, so only large increases count.
  private static let slowerReal = 5.0
  private static let leastSeconds = 0.5

  private static let same: [RunComparison.Change] = [.same]

  private let hasEarlier: Bool
  private let isEarlierPartial: Bool
  // Runs in real time and in story time are no attempts at one job, and their durations differ.
  private let isOneTime: Bool
  private let isOneBuild: Bool

  init(run: RunReport, earlier: RunReport?) {
    (hasEarlier, isEarlierPartial) = (earlier != nil, earlier?.isPartial == true)
    isOneTime = run.isRealTime == earlier?.isRealTime
    isOneBuild =
      isOneTime && run.origin.commit != nil && run.origin.commit == earlier?.origin.commit
      && run.origin.isModified == false && earlier?.origin.isModified == false
  }

  func changes(
    _ scenario: ScenarioReport, before: ScenarioReport?, verdicts: Set<Verdict>
  ) -> [RunComparison.Change] {
    var changes: [RunComparison.Change] = []
    let wasBroken = before?.remainsBroken ?? false
    // Without an earlier result, nothing is known to have changed.
    if scenario.isBroken, before != nil || hasEarlier && !isEarlierPartial {
      changes.append(wasBroken ? .stillBroken : .broken)
    }
    var verdicts = verdicts
    if !verdicts.isEmpty || isOneBuild { verdicts.insert(scenario.verdict) }
    if isOneBuild, let before { verdicts.insert(before.verdict) }
    if verdicts.contains(.passed), verdicts.contains(.failed) { changes.append(.flaky) }
    guard let before else {
      if hasEarlier { changes.append(.new) }
      return changes.isEmpty ? Self.same : changes
    }
    if wasBroken, scenario.verdict == .passed { changes.append(.fixed) }
    if scenario.titles != before.titles { changes.append(.renamed) }
    if scenario.path != before.path { changes.append(.moved) }
    let isOtherText = !scenario.hasSameContent(as: before)
    if isOtherText { changes.append(.changedText) }
    if !isOtherText, isOneTime, isSlower(scenario, than: before) { changes.append(.slower) }
    return changes.isEmpty ? Self.same : changes
  }

  private func isSlower(_ scenario: ScenarioReport, than before: ScenarioReport) -> Bool {
    guard scenario.verdict == .passed, before.verdict == .passed else { return false }
    let (story, earlierStory) = (scenario.storyNanoseconds, before.storyNanoseconds)
    return story >= Self.leastStoryNanoseconds
      && story - Self.leastStoryNanoseconds >= earlierStory
      && Double(story) >= Double(earlierStory) * Self.slowerStory
      || scenario.seconds >= before.seconds * Self.slowerReal
        && scenario.seconds - before.seconds >= Self.leastSeconds
  }
}
