import ScenarioLanguage

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
    let background = subject.script.written.filter(\.isBackground)
    let text = suspicion.varied.scenario(
      suspicion.title, checks: suspicion.checks.map(\.text),
      hasBackground: suspicion.varied.written.filter(\.isBackground) == background,
      wait: suspicion.wait)
    let story = SourceFile(path: "", text: "story: a\nmodule: a\nscenarios:\n" + text)
    guard let layout = FormattedStoryFile(formatting: story).text,
      let start = layout.firstRange(of: "scenarios:\n")
    else { return text }
    return String(layout[start.upperBound...])
  }

  /// Leaves out steps, and answers at the ends of lists, as long as the suspicions stay proven.
  private func shrink(_ proofs: inout [Proof]) throws {
    var tried = Array(repeating: Set<Proof.Omission>(), count: proofs.count)
    while !isOver() {
      var (candidates, owners): ([Proof], [Int]) = ([], [])
      for (index, proof) in proofs.enumerated() {
        guard let next = proof.omissions.first(where: { !tried[index].contains($0) }) else {
          continue
        }
        tried[index].insert(next)
        candidates.append(proof.without(next))
        owners.append(index)
      }
      guard !candidates.isEmpty else { return }
      let hold = try areProven(candidates)
      for index in hold.indices where hold[index] { proofs[owners[index]] = candidates[index] }
    }
  }

  /// Returns for each suspicion whether its checks hold in the usual scenario and fail in the varied
  /// one.
  private func areProven(_ proofs: [Proof]) throws -> [Bool] {
    let reports = try runs(
      proofs.enumerated().map { index, proof in
        let suspicion = proof.suspicion
        return (
          proof.subject.path.replacing(".yaml", with: "-proof-\(index).yaml"),
          proof.subject.frame.story([
            suspicion.usual.scenario(
              "usual", checks: suspicion.isLikeUsual ? [] : suspicion.checks.map(\.text),
              wait: suspicion.wait),
            suspicion.varied.scenario(
              "varied", checks: suspicion.checks.map(\.text), wait: suspicion.wait),
          ])
        )
      })
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
  /// What can be left out of a scenario.
  fileprivate enum Omission: Hashable {
    /// The line with a place, which is the same with and without the change.
    case line(place: Int)
    /// The last of several answers in the line with a place.
    case answer(place: Int, count: Int)
  }

  /// Everything that may not matter.
  fileprivate var omissions: [Omission] {
    let (usual, varied) = (suspicion.usual.written, suspicion.varied.written)
    return varied.indices.filter { !suspicion.varied.isFixed($0) }.compactMap { index in
      let place = varied[index].place
      let (one, other) = (usual.filter { $0.place == place }, varied.filter { $0.place == place })
      guard one.count <= 1, other.count == 1,
        // What is compared is what comes after it.
        !(one.isEmpty && suspicion.judge == .noWayBack),
        varied[index].purpose != .act || suspicion.usual.until == suspicion.varied.until
      else { return nil }
      if one.isEmpty || one[0].text == other[0].text { return .line(place: place) }
      let count = suspicion.varied.answers(at: place)?.answers.count ?? 0
      // The good answers at the end are what makes a way back.
      return count > 1 && suspicion.judge != .noWayBack ? .answer(place: place, count: count) : nil
    }
  }

  fileprivate func without(_ omission: Omission) -> Self {
    var proof = self
    switch omission {
    case .line(let place):
      proof.suspicion.usual.lines.removeAll { $0.place == place }
      proof.suspicion.varied.lines.removeAll { $0.place == place }
    case .answer(let place, _):
      guard let (index, answers) = proof.suspicion.varied.answers(at: place) else { break }
      proof.suspicion.varied.answers[index] = answers.dropLast()
    }
    return proof
  }
}
