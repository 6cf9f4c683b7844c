import Testing

@testable import ScenarioSuite
@testable import ScenarioTesting

@Suite("The parts of a scenario suite")
struct ScenarioPartsTests {
  private static let count = 16

  private func sizes(_ parts: ScenarioParts) -> [Int] {
    (0..<parts.count).map { parts[$0].count }
  }

  private func parts(of cases: Int) -> ScenarioParts {
    let cases = (0..<cases).map { ScenarioCase(problem: "\($0)") }
    return ScenarioParts(of: cases, count: Self.count)
  }

  @Test(arguments: [0, 1, 4, 15, 16, 17, 31, 1000, 20_000])
  func `suite parts of nearly one size have every scenario once in story order`(cases: Int) {
    let parts = parts(of: cases)
    let names = (0..<Self.count).flatMap { part in parts[part].compactMap(\.problem) }
    #expect(names == (0..<cases).map { "\($0)" })
    let allowed = [cases / Self.count, cases / Self.count + 1]
    #expect(sizes(parts).allSatisfy(allowed.contains))
  }

  @Test func `a single scenario is in the first suite part`() {
    #expect(sizes(parts(of: 1)) == [1] + Array(repeating: 0, count: Self.count - 1))
  }

  @Test func `suite parts take their scenarios from the scenario source`() {
    enum Source: ScenarioSource {
      static let scenarios = ["first", "second", "third"].map(ScenarioCase.init(problem:))
    }
    let parts = ScenarioParts(from: Source.self, count: 2)
    #expect((0..<2).map { parts[$0].compactMap(\.problem) } == [["first", "second"], ["third"]])
  }

  @Test func `a suite whose scenario source is empty has one case that fails`() {
    enum Nothing: ScenarioSource { static let scenarios: [ScenarioCase] = [] }
    let parts = ScenarioParts(from: Nothing.self, count: Self.count)
    #expect(sizes(parts).reduce(0, +) == 1)
    #expect(parts[0].first?.problem?.hasPrefix("the scenario source of `Stories` has no") == true)
  }

  @Test func `a suite without a scenario source has one case with instructions`() {
    enum Nobody {}
    let parts = ScenarioParts(from: Nobody.self, count: Self.count)
    #expect(sizes(parts).reduce(0, +) == 1)
    #expect(
      parts[0].first?.problem == """
        `Stories` has no scenario source
          Add this to a file of your test target, with the vocabularies of your modules:
          extension Stories: @retroactive ScenarioSource {
            public static let scenarios = ScenarioCases.all(of: […])
          }
        """)
  }
}

extension ScenarioCase {
  fileprivate var problem: String? {
    if case .problem(let text, _) = kind { text } else { nil }
  }
}
