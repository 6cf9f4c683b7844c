import ScenarioLanguage
import ScenarioRunning

extension Exploration {
  /// Returns the findings among suspicions.
  ///
  /// - Parameter states: The states that the scenarios of each module show.
  func prove(_ suspicions: [Suspicion], _ states: [String: ShownStates]) throws -> [Finding] {
    var proven = try zip(suspicions, areProven(suspicions)).filter(\.1).map(\.0)
    try shrink(&proven)
    var seen: Set<[String]> = []
    // If several judges suspect one scenario, it is one finding, of the first of them.
    let found = Judge.allCases.flatMap { judge in proven.filter { $0.judge == judge } }
      .filter { suspicion in
        let (script, module) = (suspicion.varied, suspicion.subject.report.module)
        return states[module]?.hasScenario(of: script) != true
          && seen.insert([module] + script.moments).inserted
      }
    return found.map { suspicion in
      let report = suspicion.subject.report
      return Finding(
        judge: suspicion.judge, problem: suspicion.words,
        change: suspicion.isJourney
          ? "\(suspicion.varied.acts.count) of \(suspicion.change)" : suspicion.change,
        path: report.path, line: report.line, titles: report.titles, title: suspicion.title,
        scenario: scenario(of: suspicion),
        failures: suspicion.checks.isEmpty ? [suspicion.words] : suspicion.checks.map(\.sentence),
        count: suspicion.count)
    }
  }

  /// Returns a suspicion as an item of `scenarios` in the standard layout.
  private func scenario(of suspicion: Suspicion) -> String {
    // Lines that the story's background has need not be repeated.
    let background = suspicion.subject.script.lines.filter(\.isBackground)
    let text = suspicion.varied.scenario(
      suspicion.title, checks: suspicion.checks.map(\.text),
      hasBackground: suspicion.varied.lines.filter(\.isBackground) == background,
      wait: suspicion.wait)
    let story = SourceFile(path: "", text: "story: a\nmodule: a\nscenarios:\n" + text)
    guard let layout = FormattedStoryFile(formatting: story).text,
      let start = layout.firstRange(of: "scenarios:\n")
    else { return text }
    return String(layout[start.upperBound...])
  }

  /// Leaves out steps, and answers at the ends of lists, as long as the suspicions stay proven.
  private func shrink(_ proven: inout [Suspicion]) throws {
    var tried: Set<[Int]> = []
    while !isOver() {
      let shorter = proven.enumerated().compactMap { index, suspicion in
        suspicion.shorter.first { tried.insert([index] + $0.what).inserted }
          .map { (index: index, suspicion: $0.suspicion) }
      }
      guard !shorter.isEmpty else { return }
      for (one, holds) in zip(shorter, try areProven(shorter.map(\.suspicion))) where holds {
        proven[one.index] = one.suspicion
      }
    }
  }

  /// Returns for each suspicion whether its checks hold in the baseline and fail in the varied
  /// scenario.
  private func areProven(_ suspicions: [Suspicion]) throws -> [Bool] {
    var texts: [String: String] = [:]
    let stories = suspicions.enumerated().map { index, suspicion in
      // A story that does not exist, in the folder of the scenario's.
      let path = folder.path(shownAs: suspicion.subject.report.path) + "-proof-\(index).yaml"
      let (checks, premises) = (suspicion.checks.map(\.text), suspicion.premises.map(\.text))
      texts[path] = suspicion.subject.frame.story([
        // This judge suspects that the app shows the same without the failure.
        suspicion.baseline.scenario(
          "baseline", checks: suspicion.judge == .unreportedFailure ? [] : checks,
          wait: suspicion.wait, premises: premises),
        suspicion.varied.scenario(
          "varied", checks: checks, wait: suspicion.wait, premises: premises),
      ])
      return VariedScenarios(path: path)
    }
    let reports = try runs(stories, texts)
    return zip(suspicions, reports).map { suspicion, reports in
      guard reports.count == 2, reports[0].verdict == .passed, reports[1].verdict == .failed else {
        return false
      }
      guard !suspicion.checks.isEmpty else {
        return ObservedRun(reports[1]).hardFailure?.withoutValues == suspicion.words.withoutValues
      }
      // Everything happened but what is checked.
      let failed = reports[1].steps.filter { $0.outcome != .passed }
      return !failed.isEmpty && failed.allSatisfy { $0.purpose == .check }
    }
  }
}

extension Suspicion {
  /// The suspicion without each line that is the same with and without the change, and without the last
  /// of several answers in each other line; with the line's order and the number of its answers.
  fileprivate var shorter: [(what: [Int], suspicion: Self)] {
    // Without an act, its answers are of no use, either.
    let first = isJourney ? varied.acts : []
    let all = first + varied.lines.indices.filter { !first.contains($0) }
    return all.filter { !varied.isFixed($0) }.compactMap { index in
      let (line, order) = (varied.lines[index], varied.lines[index].order)
      let same = baseline.lines.filter { $0.order == order }
      guard same.count <= 1, varied.lines.count(where: { $0.order == order }) == 1,
        // This judge compares what comes after the failure, so the failure stays.
        !(same.isEmpty && judge == .stuckState),
        line.purpose != .act || isJourney || baseline.until == varied.until
      else { return nil }
      var shorter = self
      if same.allSatisfy({ $0.text == line.text }) {
        shorter.baseline.lines.removeAll { $0.order == order }
        shorter.varied.lines.remove(at: index)
        if isJourney, line.purpose == .act {
          shorter.varied.closeGap(before: index, at: line.nanoseconds)
        }
        return ([order, 0], shorter)
      }
      // The good answers at the end are what makes a way back.
      guard let served = line.served, served.areVaried, served.answers.count > 1,
        judge != .stuckState, judge != .anotherWay
      else { return nil }
      shorter.varied.lines[index].served?.answers.removeLast()
      return ([order, served.answers.count], shorter)
    }
  }
}
