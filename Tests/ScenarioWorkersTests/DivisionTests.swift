import Foundation
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import Testing

@testable import ScenarioWorkers

@Suite("The division of scenarios among machines")
struct DivisionTests {
  /// A run of numbered scenarios, ten in a file.
  private func run(_ numbers: Range<Int>, seconds: (Int) -> Double) -> RunReport {
    var run = RunReport(
      began: Date(timeIntervalSince1970: 0), seconds: 1,
      origin: RunReport.Origin(command: "scenarios run", host: "a"),
      scope: RunReport.Scope(folder: "Elsewhere/Scenarios"))
    run.scenarios = numbers.map { number in
      ScenarioReport(
        path: "Elsewhere/Scenarios/\(Self.path(number))", titles: Self.titles(number), line: 1,
        lastLine: 1, module: "m", tags: [number % 2 == 0 ? "even" : "odd"], verdict: .passed,
        reason: nil, storyNanoseconds: 0, seconds: seconds(number), traceHash: "")
    }
    return run
  }

  private static func path(_ number: Int) -> String { "stories/\(number / 10).yaml" }
  private static func titles(_ number: Int) -> [String] { ["Story", "Scenario \(number)"] }

  private func division(
    _ total: Int, _ runs: [RunReport] = [], selection: Selection = Selection()
  ) -> Division {
    Division(
      Shard(1, of: total), byTimesOf: runs, selection: selection, in: ScenariosFolder("Scenarios"))
  }

  private func parts(_ numbers: Range<Int>, _ division: Division) -> [Int] {
    numbers.map { division.part(of: Self.path($0), Self.titles($0)) }
  }

  @Test func `the part of a scenario without a time is the same on every machine`() {
    #expect(parts(0..<12, division(5)) == [4, 4, 5, 4, 4, 3, 5, 3, 2, 4, 1, 2])
  }

  @Test func `a new scenario moves no other, with times and without`() {
    let old = 0..<9_999
    #expect(parts(old, division(10)) == Array(parts(0..<10_000, division(10)).dropLast()))
    let times = run(old) { Double($0 % 97 + 1) }
    let known = division(10, [times])
    #expect(parts(old, known) == Array(parts(0..<10_000, known).dropLast()))
    #expect(Set(parts(old, known)) == Set(1...10))
  }

  /// 1 % of the size that the documentation names.
  @Test func `the longest part by the times is close to the mean`() {
    func seconds(_ number: Int) -> Double {
      number % 100 == 0 ? 2 : 0.01 + Double(number % 37) / 100
    }
    let numbers = 0..<4_000
    let times = run(numbers, seconds: seconds)
    var loads = Array(repeating: 0.0, count: 100)
    for (number, part) in zip(numbers, parts(numbers, division(100, [times]))) {
      loads[part - 1] += seconds(number)
    }
    let mean = loads.reduce(0, +) / 100
    #expect(loads.max() ?? .infinity <= max(mean * 1.05, 2))
  }

  @Test func `the order of the times' files changes nothing, and the last run counts`() {
    var (one, other) = (run(0..<50) { Double($0) }, run(20..<80) { Double(100 - $0) })
    other.began = Date(timeIntervalSince1970: 9)
    #expect(parts(0..<90, division(4, [one, other])) == parts(0..<90, division(4, [other, one])))
    one.scenarios.removeSubrange(20...)
    #expect(parts(0..<90, division(4, [one, other])) == parts(0..<90, division(4, [other, one])))
  }

  @Test func `scenarios that are not chosen have no influence on the balance`() throws {
    let odd = Selection(tags: try TagExpression("@odd"))
    let times = run(0..<40) { $0 % 2 == 0 ? 1_000 : 1 }
    let parts = parts(0..<40, division(4, [times], selection: odd))
    let chosen = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    for part in 1...4 { #expect(chosen.count { $0 == part } == 5) }
  }
}
