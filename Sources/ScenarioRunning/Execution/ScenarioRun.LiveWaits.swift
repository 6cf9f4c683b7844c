import ScenarioReports

/// The waits of a live run.
extension ScenarioRun {
  /// Waits until the app shows what it showed in the simulation after a step, and until the server
  /// has received as much: what comes next may be an answer, or the end of a connection.
  ///
  /// After checks, it waits only if the shown values are kept: a run does not need them otherwise.
  ///
  /// An app that already shows what it showed after a later check was faster than this run: a sleep
  /// of its own ended between two looks, so it won't show the expected values again.
  ///
  /// In real time, it is not known when the app is at rest. If it never shows the same, because it
  /// shows a port for example, the run continues after the tolerated delay, and the checks decide.
  func awaitSimulatedOutcome(ofStep index: Int, on host: ModuleHost) {
    guard let simulated = world.source?.simulated, simulated.indices.contains(index),
      keepsShown || scenario.steps[index].purpose != .check
    else { return }
    let expected = simulated[index]
    let later = valuesAfterChecks(following: index, in: simulated)
    _ = try? world.waitTolerantly(upTo: .zero) {
      let shown = expected.shown.isEmpty ? [] : shown(on: host, after: index)
      return (shown == expected.shown || later.contains(shown))
        && progressOfDoubles >= expected.progress
    }
  }

  /// Returns what the app showed in the simulation after each check and pause that follows a step.
  ///
  /// Values from before the step are left out: live, the app may still show them.
  private func valuesAfterChecks(following index: Int, in simulated: [StepEnd]) -> [[ShownValue]] {
    guard index > 0 else { return [] }
    return zip(scenario.steps, simulated).dropFirst(index + 1)
      .prefix { step, _ in
        step.timeline == nil && (step.purpose == .check || step.sentences.first?.pause != nil)
      }
      .map(\.1.shown)
      .filter { $0 != simulated[index - 1].shown }
  }

  /// Waits until the real server of a recording has answered the requests of the last act.
  ///
  /// On a busy machine, the app may send them late: it gets some seconds if its threads still run.
  func awaitRecordedAnswers() {
    guard let source = world.source, let longest = source.recordingWait else { return }
    let start = ContinuousClock.now
    _ = try? world.wait(upTo: longest) {
      let isIdle = ContinuousClock.now - start > .seconds(5) || !ProcessThreads.othersAreBusy()
      return isIdle && source.isQuiet(since: start)
    }
  }
}
