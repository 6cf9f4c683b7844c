import ScenarioLanguage
import ScenarioRunning

extension Exploration {
  /// A suspicion with the scenario in which it arose.
  struct Proof {
    var suspicion: Suspicion
    let subject: Subject
    /// The number of variations in which the same was suspected.
    var count = 1
  }

  /// Returns the findings among suspicions.
  func prove(_ suspicions: [Proof], _ states: ShownStates) throws -> [Finding] {
    var proofs = suspicions
    proofs = try zip(proofs, areProven(proofs)).filter(\.1).map(\.0)
    try shrink(&proofs)
    var seen: Set<[String]> = []
    // What several judges find in one scenario is one finding, of the first of them.
    proofs = Judge.allCases.flatMap { judge in proofs.filter { $0.suspicion.judge == judge } }
      .filter { proof in
        let (script, module) = (proof.suspicion.varied, proof.subject.report.module)
        return !states.says(script, of: module) && seen.insert([module] + script.moments).inserted
      }
    return proofs.map { proof in
      let suspicion = proof.suspicion
      let report = proof.subject.report
      return Finding(
        judge: suspicion.judge, problem: suspicion.words, change: suspicion.change,
        path: report.path, line: report.line, titles: report.titles, title: suspicion.title,
        scenario: scenario(of: suspicion, in: proof.subject),
        failures: suspicion.checks.isEmpty ? [suspicion.words] : suspicion.checks.map(\.sentence),
        count: proof.count)
    }
  }

  /// Returns a suspicion as an item of `scenarios` in the standard layout.
  private func scenario(of suspicion: Suspicion, in subject: Subject) -> String {
    // Lines that the story's background has need not be repeated.
    let background = subject.script.lines.filter(\.isBackground)
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
  private func shrink(_ proofs: inout [Proof]) throws {
    var tried: Set<[Int]> = []
    while !isOver() {
      let shorter = proofs.enumerated().compactMap { index, proof in
        proof.shorter.first { tried.insert([index] + $0.what).inserted }
          .map { (index: index, proof: $0.proof) }
      }
      guard !shorter.isEmpty else { return }
      for (one, holds) in zip(shorter, try areProven(shorter.map(\.proof))) where holds {
        proofs[one.index] = one.proof
      }
    }
  }

  /// Returns for each suspicion whether its checks hold in the usual scenario and fail in the varied
  /// one.
  private func areProven(_ proofs: [Proof]) throws -> [Bool] {
    var texts: [String: String] = [:]
    let stories = proofs.enumerated().map { index, proof in
      let suspicion = proof.suspicion
      // A story that does not exist, in the folder of the scenario's.
      let path = folder.path(shownAs: proof.subject.report.path) + "-proof-\(index).yaml"
      texts[path] = proof.subject.frame.story([
        suspicion.usual.scenario(
          "usual", checks: suspicion.isLikeUsual ? [] : suspicion.checks.map(\.text),
          wait: suspicion.wait),
        suspicion.varied.scenario(
          "varied", checks: suspicion.checks.map(\.text), wait: suspicion.wait),
      ])
      return VariedScenarios(path: path)
    }
    let reports = try runs(stories, texts)
    return zip(proofs, reports).map { proof, reports in
      guard reports.count == 2, reports[0].verdict == .passed, reports[1].verdict == .failed else {
        return false
      }
      guard !proof.suspicion.checks.isEmpty else {
        return ObservedRun(reports[1]).hardFailure?.withoutValues
          == proof.suspicion.words.withoutValues
      }
      // Everything happened but what is checked.
      let failed = reports[1].steps.filter { $0.outcome != .passed }
      return !failed.isEmpty && failed.allSatisfy { $0.purpose == .check }
    }
  }
}

extension Exploration.Proof {
  /// The proof without each line that is the same with and without the change, and without the last
  /// of several answers in each other line; with the line's place and the number of its answers.
  fileprivate var shorter: [(what: [Int], proof: Self)] {
    let (usual, varied) = (suspicion.usual.lines, suspicion.varied.lines)
    return varied.indices.filter { !suspicion.varied.isFixed($0) }.compactMap { index in
      let (line, place) = (varied[index], varied[index].place)
      let same = usual.filter { $0.place == place }
      guard same.count <= 1, varied.count(where: { $0.place == place }) == 1,
        // This judge compares what comes after the failure, so the failure stays.
        !(same.isEmpty && suspicion.judge == .noWayBack),
        line.purpose != .act || suspicion.usual.until == suspicion.varied.until
      else { return nil }
      var proof = self
      if same.allSatisfy({ $0.text == line.text }) {
        proof.suspicion.usual.lines.removeAll { $0.place == place }
        proof.suspicion.varied.lines.remove(at: index)
        return ([place, 0], proof)
      }
      // The good answers at the end are what makes a way back.
      guard let served = line.served, served.areVaried, served.answers.count > 1,
        suspicion.judge != .noWayBack
      else { return nil }
      proof.suspicion.varied.lines[index].served?.answers.removeLast()
      return ([place, served.answers.count], proof)
    }
  }
}
