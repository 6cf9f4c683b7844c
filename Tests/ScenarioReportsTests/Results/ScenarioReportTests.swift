import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioReports

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
    let texts = StoryTexts()
    texts.add(SourceFile(path: "Scenarios/lamp.yaml", text: Self.text))
    reports = LampStory.plan(Self.text).scenarios.map { scenario in
      var report = Runner().run(scenario)
      texts.complete(&report)
      return report
    }
  }

  @Test func `the line of an example is its own, and its text begins at its scenario`() {
    #expect(reports.map(\.line) == [9, 10, 11])
    #expect(reports.map(\.firstLine) == [4, 4, nil])
    #expect(reports.map { $0.steps.map(\.line) } == [[6, 7], [6, 7], [12]])
    let source = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    for report in reports {
      let lines = report.text.description.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(source.dropFirst((report.firstLine ?? report.line) - 1).starts(with: lines))
    }
  }
}

extension ScenarioReportTests {
  @Test(arguments: [
    (9_223_372_036, 854_775_807, Int64.max), (9_223_372_036, 854_775_808, .max),
    (9_223_372_037, 0, .max), (Int64.max, 999_999_999, .max), (1, 5, 1_000_000_005),
  ])
  func `a story time beyond the range of nanoseconds is the largest number`(
    seconds: Int64, nanoseconds: Int64, expected: Int64
  ) {
    let time = Duration(
      secondsComponent: seconds, attosecondsComponent: nanoseconds * 1_000_000_000)
    #expect(time.wholeNanoseconds == expected)
  }
}

/// A module with acts of several persons.
private final class LanternModule: Module {
  static let name = "lantern"

  private var position = "down"

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the lantern falls") { _ in }
    When("the boy lights it") { _ in }
    When("the girl lights it") { _ in }
    When("someone lights it") { _ in }
    When("the lantern is moved", data: String.self) { module, position in
      module.position = position
    }
    Observe("the lantern hangs") { $0.position }
  }
}

@Suite("The person and the timeline of a scenario")
struct PersonTests {
  private func reports(_ steps: String) throws -> [ScenarioReport] {
    let text = """
      story: A lantern
      module: lantern
      scenarios:
        - scenario: It is used
          \(steps.replacing("\n", with: "\n    "))
      """
    let source = StorySource(
      file: StoryFile(reading: SourceFile(path: "lantern.yaml", text: text)),
      folder: StoryFolder(story: URL(filePath: "/lamps"), root: URL(filePath: "/lamps")))
    let plan = Plan([source], vocabularies: [Vocabulary(of: LanternModule.self)])
    #expect(plan.brokenFiles.flatMap(\.diagnostics).map(\.message) == [])
    return plan.scenarios.map { Runner().run($0) }
  }

  @Test(arguments: [
    ("when: someone lights it", "someone"), ("when: the lantern falls", nil),
    ("when: [the lantern falls, the boy lights it, the lantern falls]", "boy"),
    ("when: [the boy lights it, the girl lights it, the girl lights it]", "girl"),
    ("then: { the lantern hangs: down }", nil),
  ])
  func `the person of a scenario is the one who acts most often`(
    steps: String, person: String?
  ) throws {
    #expect(try reports(steps).map(\.person) == [person])
  }

  @Test func `a report has the inputs and the intermediate values of a timeline`() throws {
    let report = try #require(
      reports(
        """
        timeline:
          step: 1 s
          values: { u: up, d: down }
          when: { the lantern is moved: -u-d }
          then: { the lantern hangs: du-d }
        """
      ).first)
    #expect(
      report.events.dropFirst().map { "\($0.nanoseconds / 1_000_000_000) \($0.kind) \($0.text)" }
        == [
          "0 shown the lantern hangs: down", "1 act the lantern is moved: u",
          "1 shown the lantern hangs: up", "3 act the lantern is moved: d",
          "3 shown the lantern hangs: down",
        ])
    #expect(report.events.last?.shown?.value == CodableValue(.text("down")))
    #expect(report.verdict == .passed)
  }
}
