import DisplayText

/// A run as JUnit XML, which Jenkins, GitLab and other tools show.
///
/// It is valid against Jenkins' schema (`junit-10.xsd` of its xUnit plug-in).
///
/// A story is a test suite with its file. A scenario is a test case whose class name is derived
/// from the file: `Scenarios/facts/facts.yaml` becomes `Scenarios.facts.facts`. The schema has no
/// attribute for the line of a test case, so its output and the text of each failure begin with
/// `file:line`.
///
/// A failed scenario is a failure, and so is one with undefined steps unless they are allowed.
/// Blocked and skipped scenarios and those with a known issue are skipped, with the reason, because
/// a known issue is expected and must not fail a build. A scenario that is blocked by one outside
/// of the run is a failure. A file that can't be run is an error, and so is a problem of the whole
/// run. Failed attempts before a passed one are flaky failures, in Surefire's format.
///
/// Stories with the same title in several files have their paths in the names of their suites,
/// because Jenkins ignores a second suite with the same name and time.
package struct JUnitReport: Sendable {
  private let run: RunReport

  /// Creates the report of a run.
  package init(_ run: RunReport) { self.run = run.withEveryFailure }

  /// The XML document.
  package var text: String {
    var xml = XMLText()
    let (failures, problems) = (run.scenarios.count(where: \.fails), run.problems ?? [])
    let errors = run.brokenFiles.count + problems.count
    xml.element(
      "testsuites",
      [
        "name": run.origin.command, "tests": "\(run.scenarios.count + errors)",
        "failures": "\(failures)", "errors": "\(errors)", "time": RealTimeText.seconds(run.seconds),
      ]
    ) { xml in
      let stories = StoryOfRun.stories(of: run)
      let counts = stories.reduce(into: [:]) { $0[$1.title, default: 0] += 1 }
      for story in stories {
        let isOnly = counts[story.title] == 1
        writeSuite(
          isOnly ? story.title : "\(story.title) (\(story.path))", file: story.path,
          scenarios: story.indices, to: &xml)
      }
      for file in run.brokenFiles {
        let error = (
          title: "the file can be run", type: "diagnostic",
          message: PlainReportText.headline(of: file), text: PlainReportText.text(of: file)
        )
        writeSuite(file.path, file: file.path, errors: [error], to: &xml)
      }
      if !problems.isEmpty {
        let errors = problems.map { problem in
          (
            title: PlainReportText.title(of: problem), type: problem.kind.rawValue,
            message: problem.message, text: PlainReportText.text(of: problem)
          )
        }
        writeSuite(run.origin.command, file: nil, errors: errors, to: &xml)
      }
    }
    return xml.text
  }

  /// A test case for an error outside of scenarios.
  private typealias ErrorCase = (title: String, type: String, message: String, text: String)

  private func writeSuite(
    _ name: String, file: String?, scenarios indices: [Int] = [], errors: [ErrorCase] = [],
    to xml: inout XMLText
  ) {
    let scenarios = indices.lazy.map { run.scenarios[$0] }
    xml.element(
      "testsuite",
      [
        "name": name, "tests": "\(indices.count + errors.count)",
        "failures": "\(scenarios.count(where: \.fails))", "errors": "\(errors.count)",
        "skipped": "\(scenarios.count { PlainReportText.unfinished($0) != nil })",
        "time": RealTimeText.seconds(scenarios.reduce(0) { $0 + $1.seconds }),
        "timestamp": String(DateText.milliseconds(run.began).prefix { $0 != "." }),
        "hostname": run.origin.host, "file": file,
      ]
    ) { xml in
      writeProperties(to: &xml)
      for scenario in scenarios { write(scenario, to: &xml) }
      let className = file.map(Self.className) ?? name
      for error in errors {
        xml.element(
          "testcase", ["name": error.title, "classname": className, "time": "0.000"]
        ) { xml in
          xml.element("error", ["type": error.type, "message": error.message], text: error.text)
        }
      }
    }
  }

  private func writeProperties(to xml: inout XMLText) {
    let origin = run.origin
    let properties: [(String, String?)] = [
      ("command", origin.command), ("commit", origin.commit), ("branch", origin.branch),
      ("modified", origin.isModified.map { "\($0)" }), ("attempt", "\(origin.attempt)"),
      ("only", run.part),
    ]
    xml.element("properties") { xml in
      for case (let name, let value?) in properties {
        xml.element("property", ["name": name, "value": value], text: "")
      }
    }
  }

  private func write(_ scenario: ScenarioReport, to xml: inout XMLText) {
    xml.element(
      "testcase",
      [
        "name": PlainReportText.title(of: scenario), "classname": Self.className(of: scenario.path),
        "time": RealTimeText.seconds(scenario.seconds),
      ]
    ) { xml in
      if scenario.fails {
        xml.element(
          "failure",
          [
            "type": scenario.verdict == .failed ? "failure" : "undefined",
            "message": PlainReportText.headline(of: scenario.failures),
          ], text: PlainReportText.text(of: scenario.failures))
      } else if let reason = PlainReportText.unfinished(scenario) {
        xml.element(
          "skipped", ["type": scenario.verdict.rawValue, "message": reason],
          text: PlainReportText.text(of: scenario.failures))
      }
      writeEarlierAttempts(at: scenario, to: &xml)
      xml.element("system-out", text: output(of: scenario))
    }
  }

  private func writeEarlierAttempts(at scenario: ScenarioReport, to xml: inout XMLText) {
    let name = scenario.verdict == .passed ? "flakyFailure" : "rerunFailure"
    for attempt in scenario.earlierAttempts where attempt.verdict == .failed {
      xml.element(
        name,
        [
          "type": "failure",
          "message": "attempt \(attempt.number): \(PlainReportText.headline(of: attempt.failures))",
        ]
      ) { xml in xml.element("stackTrace", text: PlainReportText.text(of: attempt.failures)) }
    }
  }

  private func output(of scenario: ScenarioReport) -> String {
    let notes = scenario.notes.map { "\(scenario.path):\($0.line): note: \($0.message)" }
    let attempts = PlainReportText.attempts(at: scenario).map { [$0] } ?? []
    return
      (["\(scenario.path):\(scenario.line)"] + attempts + PlainReportText.steps(of: scenario)
      + notes).joined(separator: "\n")
  }

  /// Returns a path as a class name, with folders as packages and without the extension.
  static func className(of path: String) -> String {
    var parts = path.split(separator: "/").filter { $0 != "." }.map(String.init)
    if let file = parts.last, let dot = file.lastIndex(of: "."), dot > file.startIndex {
      parts[parts.count - 1] = String(file[..<dot])
    }
    return parts.map { $0.replacingScalars { $0 == "." ? "_" : nil } }.joined(separator: ".")
  }
}
