import ScenarioKit
import ScenarioRunning
import Simulation
import StoryTestSupport
import TestSupport
import Testing

@Suite("Determinism")
struct DeterminismTests {
  private let yaml = story(
    "news",
    """
      - scenario: A
        given:
          the server answers GET https://news.example/latest: { after: 100 ms, text: Rain }
        when: [the reader taps load, the reader taps load]
        then:
          - eventually: { the screen shows: { state: loaded, text: Rain } }
          - 2 requests were sent
          - the screen was updated 4 times
        scenarios:
          - scenario: B
            given:
              the server fails GET https://news.example/latest: { error: timed out, after: 30 s }
            when: [the reader taps load, 1 s passes, the reader taps cancel]
            then: { eventually: { the screen shows: { state: failed } } }
    """)

  @Test func `every run of a story produces the same trace and verdict`() async throws {
    let plan = plan(yaml, for: [Vocabulary(of: NewsModule.self)])
    let once = await tell(yaml, to: NewsModule.self)
    try #require(once.results.map(\.verdict) == [.passed, .passed])
    let count = Sample.number(30, whole: 200)
    let scenarios = Array(repeating: plan.scenarios, count: count).flatMap { $0 }
    var (seen, others) = (0, Set<Int>())
    Runner().run(scenarios) { index, result in
      let first = once.results[index % 2]
      seen += 1
      let isSame =
        result.trace == first.trace && result.storyNanoseconds == first.storyNanoseconds
        && result.verdict == first.verdict
      if !isSame { others.insert(index) }
    }
    #expect(seen == 2 * count)
    #expect(others.sorted() == [])
    #expect(once.results[0].trace.split(separator: "\n").count > 10)
  }
}
