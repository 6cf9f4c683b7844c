import ScenarioKit
import ScenarioLanguage
import ScenarioReports

// The failures that a scenario is expected to have because of known issues.
extension PlannedScenario {
  /// Changes the verdict of a failed or blocked scenario if a known issue explains all its
  /// failures.
  ///
  /// If the issue names no failure, a note says how to name this one, so that no other is hidden.
  func applyKnownIssues(to report: inout ScenarioReport) {
    switch report.verdict {
    case .failed:
      guard let issue = knownIssue else { return }
      guard covers(report.failures, issue) else { return explain(issue, in: &report) }
      (report.verdict, report.reason) = (.knownIssue, issue.reason.string)
      if issue.failures.isEmpty { report.notes.append(noteNaming(report.failures, issue)) }
    case .blocked:
      let issue = report.blocker.flatMap { knownIssuesAround[$0] }
      if let issue, covers(report.failures, issue) { report.exemption = .knownIssue }
    case .passed, .undefined, .skipped, .knownIssue: break
    }
  }

  private func covers(_ failures: [Failure], _ issue: KnownIssue) -> Bool {
    issue.failures.isEmpty || failures.allSatisfy { covers($0, issue) }
  }

  private func covers(_ failure: Failure, _ issue: KnownIssue) -> Bool {
    let texts = failure.location.storyLanguage.wordings(of: failure.messages[0])
    let step = step(of: failure)?.lowercased()
    return issue.failures.contains { expected in
      step == expected.string.lowercased() || texts.contains { $0.isNamed(by: expected.string) }
    }
  }

  private func explain(_ issue: KnownIssue, in report: inout ScenarioReport) {
    let expected = issue.failures.map { "\"\($0.string)\"" }.joined(separator: ", ")
    for index in report.failures.indices where !covers(report.failures[index], issue) {
      report.failures[index].messages.append(
        "The known issue \"\(issue.reason.string)\" is another failure: \(expected)")
    }
  }

  // MARK: - Naming a failure

  private func noteNaming(_ failures: [Failure], _ issue: KnownIssue) -> Note {
    let names = failures.map { Value.text(name(of: $0)) }.withoutRepeats()
    let named = Value.mapping([
      Value.Pair(issue.reason.string, names.count == 1 ? names[0] : .list(names))
    ])
    var note = Note(
      "any failure passes as the known issue \"\(issue.reason.string)\"; "
        + "to expect only this one, write \"known issue: \(named.flowDescription)\"",
      at: location)
    note.update = ValueUpdate(issue.node, .value(CodableValue(named)))
    return note
  }

  /// Returns the step of a failed check, and the message of any other failure.
  private func name(of failure: Failure) -> String {
    step(of: failure) ?? failure.location.storyLanguage.text(of: failure.messages[0])
  }

  /// Returns the sentence that a failure is about; `nil` for an error outside of the story.
  private func step(of failure: Failure) -> String? {
    let step = (steps + always).lazy.flatMap(\.sentences)
      .first { $0.location == failure.location }?.text
    return step.flatMap {
      failure.isReportedByStep || failure.messages[0].begins(with: $0) ? $0 : nil
    }
  }
}

extension String {
  /// Returns whether a message begins with a text, up to its end or a punctuation mark.
  fileprivate func isNamed(by name: String) -> Bool {
    let message = hasPrefix("\"") && !name.hasPrefix("\"") ? dropFirst() : self[...]
    guard let range = message.range(of: name, options: [.anchored, .caseInsensitive]) else {
      return false
    }
    return message[range.upperBound...].first.map { $0.isPunctuation } ?? true
  }
}
