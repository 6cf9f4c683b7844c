import ScenarioReports
import Testing

@testable import ScenarioCommands
@testable import ScenarioWorkers

@Suite("Results in the order of stories")
struct OrderedResultsTests {
  /// A reference type, because `#expect` cannot call mutating methods.
  private final class Results {
    private var results: OrderedResults

    init(fileCount: Int) { results = OrderedResults(fileCount: fileCount) }

    var isPlanned: Bool { results.isPlanned }

    var scenarioCount: Int { results.scenarioCount }

    @discardableResult func plan(file: Int, part: Int = 0, parts: Int = 1, scenarios: Int) -> Bool {
      results.add(.sample(file: file, part: part, parts: parts, scenarios: scenarios))
    }

    @discardableResult func end(_ title: String, file: Int, part: Int = 0, index: Int = 0) -> Bool {
      results.add(.sample(title), RunPosition(file: file, part: part, index: index))
    }

    func taken(skipsMissing: Bool = false) -> [String] {
      var titles: [String] = []
      while let report = results.next(skipsMissing: skipsMissing) {
        titles.append(report.titles.last ?? "")
      }
      return titles
    }
  }

  @Test func `a result is held back until earlier files and parts have results`() {
    let results = Results(fileCount: 2)
    results.plan(file: 1, scenarios: 1)
    results.end("D", file: 1)
    #expect(results.taken() == [])
    results.plan(file: 0, part: 1, parts: 2, scenarios: 1)
    results.end("C", file: 0, part: 1)
    #expect(!results.isPlanned)
    results.plan(file: 0, part: 0, parts: 2, scenarios: 2)
    #expect(results.isPlanned)
    #expect(results.scenarioCount == 4)
    results.end("A", file: 0)
    #expect(results.taken() == ["A"])
    results.end("B", file: 0, index: 1)
    #expect(results.taken() == ["B", "C", "D"])
  }

  @Test func `results that a replacement worker sends again count once`() {
    let results = Results(fileCount: 1)
    let isNew = [
      results.plan(file: 0, scenarios: 2), results.plan(file: 0, scenarios: 2),
      results.end("A", file: 0), results.end("A", file: 0),
    ]
    #expect(isNew == [true, false, true, false])
    #expect(results.taken() == ["A"])
    #expect(!results.end("A", file: 0))
    #expect(results.scenarioCount == 2)
  }

  @Test func `an interrupted run returns the available results in order`() {
    let results = Results(fileCount: 3)
    results.plan(file: 0, scenarios: 2)
    results.end("B", file: 0, index: 1)
    results.plan(file: 2, scenarios: 1)
    results.end("C", file: 2)
    #expect(results.taken() == [])
    #expect(results.taken(skipsMissing: true) == ["B", "C"])
  }
}
