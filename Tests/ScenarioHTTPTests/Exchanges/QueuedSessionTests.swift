import ScenarioKit
import StoryTestSupport
import Testing

@Suite("A session of queues")
struct QueuedSessionTests {
  @Test func `a session whose queues only libdispatch holds loads, retries and refreshes`()
    async
  {
    let results = await tell(
      """
      story: A session of queues
      module: queued session
      scenarios:
        - scenario: An answer
          given: { the server answers GET https://shop.example/news: { text: News, after: 100 ms } }
          when: the app loads news
          then: { within 1 s: { the app shows: { loaded: [News] } } }

        - scenario: A retry with a pause
          given:
            the server answers GET https://shop.example/news:
              - { status: 503, times: 2 }
              - { text: News }
          when: the app loads news
          then:
            - after 900 ms: { the app shows: { loaded: [] } }
            - within 200 ms: { the app shows: { loaded: [News], failed: 0 } }
            - 3 requests were sent

        - scenario: Three requests share one refresh
          given:
            - the server answers GET https://shop.example/token: { text: A2, after: 200 ms }
            - the server answers GET https://shop.example/{section}:
                - { when: { headers: { Authorization: Bearer A2 } }, text: "{section}" }
                - { status: 401, after: 100 ms }
          when: [the app loads a, the app loads b, the app loads c]
          then:
            - within 1 s: { the app shows: { loaded: !unordered [a, b, c], failed: 0 } }
            - 7 requests were sent

        - scenario: A download with progress
          given:
            the server answers GET https://shop.example/file: { text: Hello, after: 100 ms }
          when: the app downloads file
          then: { within 1 s: { the app shows: { loaded: [Hello], progress: [5] } } }
      """, to: QueuedSessionModule.self)
    #expect(results.plan.errors == [] && results.results.count == 4)
    for report in results.results {
      #expect(report.verdict == .passed, "\(report.titles): \(report.failures)")
    }
  }
}
