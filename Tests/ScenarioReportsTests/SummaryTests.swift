import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Summaries")
struct SummaryTests {
  private func summary(
    _ verdicts: [Verdict], reason: String? = nil, brokenFiles: Int = 0,
    of title: String = "It shines"
  ) throws -> Summary {
    var summary = Summary()
    for verdict in verdicts {
      summary.count(try LampStory.result(title, verdict, reason: reason))
    }
    summary.brokenFiles = brokenFiles
    return summary
  }

  @Test(
    arguments: [
      ([], 0, "0 scenarios"),
      ([.passed], 0, "1 scenario: 1 passed"),
      ([.passed, .passed], 0, "2 scenarios: 2 passed"),
      ([.passed, .failed, .passed], 0, "3 scenarios: 1 failed, 2 passed"),
      (
        [.passed, .skipped, .knownIssue, .blocked, .failed], 0,
        "5 scenarios: 1 failed, 1 blocked, 1 with a known issue, 1 skipped, 1 passed"
      ),
      ([], 1, "0 scenarios, 1 file with errors"),
      ([.passed], 2, "1 scenario: 1 passed, 2 files with errors"),
    ] as [([Verdict], Int, String)])
  func `a summary counts each verdict and broken file`(
    verdicts: [Verdict], brokenFiles: Int, counts: String
  ) throws {
    #expect(try summary(verdicts, brokenFiles: brokenFiles).counts == counts)
  }

  @Test func `the counts of a summary are in a language`() throws {
    let russian = try #require(StoryLanguage(code: "ru"))
    #expect(
      try summary([.failed, .passed, .passed], brokenFiles: 2).counts(in: russian)
        == "Сценариев: 3; не прошло: 1, прошло: 2, файлов с ошибками: 2")
  }

  @Test(
    arguments: [
      ([], 0, false),
      ([.passed, .skipped, .knownIssue], 0, false),
      ([.passed, .failed], 0, true),
      ([.blocked], 0, true),
      ([.passed], 1, true),
    ] as [([Verdict], Int, Bool)])
  func `a summary has failures for failed or blocked scenarios and broken files`(
    verdicts: [Verdict], brokenFiles: Int, hasFailures: Bool
  ) throws {
    #expect(try summary(verdicts, brokenFiles: brokenFiles).hasFailures == hasFailures)
  }

  @Test func `a scenario blocked by a known issue is no failure in a summary`() throws {
    let summary = try summary([.blocked], reason: "It glows", of: "It glows on")
    #expect(!summary.hasFailures)
    #expect(summary.counts == "1 scenario: 1 blocked")
  }

  @Test func `a summary adds up the story time of its scenarios`() throws {
    var summary = Summary()
    summary.count(try LampStory.result("It shines", storyTime: .seconds(30)))
    summary.count(try LampStory.result("It glows", .failed, storyTime: .milliseconds(1)))
    #expect(summary.storyTime == .milliseconds(30_001))
    #expect(summary.total == 2)
  }
}
