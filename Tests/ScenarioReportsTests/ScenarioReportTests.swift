import ScenarioEngine
import ScenarioLanguage
import Testing

@testable import ScenarioResults

@Suite("The report of a scenario")
struct ScenarioReportTests {
  private static let text = """
    story: A lamp
    module: lamp
    scenarios:
      - tags: [smoke]
        scenario: It is pressed <n> times
        when: someone presses the switch <n> times
        then: the lamp is on
        examples:
          - { n: 1 }
          - { n: 2 }
      - scenario: It is on
        then: the lamp is on
    """

  private let reports: [ScenarioReport]

  init() {
    let source = SourceFile(path: "Scenarios/lamp.yaml", text: Self.text)
    reports = LampStory.plan(Self.text).scenarios.map { scenario in
      ScenarioReport(Runner().run(scenario), source: source)
    }
  }

  @Test func `the line of an example is its own, and its text begins at its scenario`() {
    #expect(reports.map(\.line) == [9, 10, 11])
    #expect(reports.map(\.firstLine) == [4, 4, nil])
    #expect(reports.map { $0.steps.map(\.line) } == [[6, 7], [6, 7], [12]])
    let source = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    for report in reports {
      let lines = report.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(source.dropFirst((report.firstLine ?? report.line) - 1).starts(with: lines))
    }
  }
}
