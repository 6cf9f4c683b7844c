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
      ([], 0, "0 scenarios", false),
      ([.passed], 0, "1 scenario: 1 passed", false),
      ([.passed, .passed], 0, "2 scenarios: 2 passed", false),
      ([.passed, .failed, .passed], 0, "3 scenarios: 1 failed, 2 passed", true),
      ([.blocked], 0, "1 scenario: 1 blocked", true),
      (
        [.passed, .skipped, .knownIssue], 0,
        "3 scenarios: 1 with a known issue, 1 skipped, 1 passed", false
      ),
      (
        [.passed, .skipped, .knownIssue, .blocked, .failed], 0,
        "5 scenarios: 1 failed, 1 blocked, 1 with a known issue, 1 skipped, 1 passed", true
      ),
      ([], 1, "0 scenarios, 1 file with errors", true),
      ([.passed], 2, "1 scenario: 1 passed, 2 files with errors", true),
    ] as [([Verdict], Int, String, Bool)])
  func `a summary counts each verdict and broken file, of which some are failures`(
    verdicts: [Verdict], brokenFiles: Int, counts: String, hasFailures: Bool
  ) throws {
    let summary = try summary(verdicts, brokenFiles: brokenFiles)
    #expect(summary.counts == counts)
    #expect(summary.hasFailures == hasFailures)
  }

  @Test func `the counts of a summary are in a language`() throws {
    let russian = try #require(StoryLanguage.named("ru"))
    #expect(
      try summary([.failed, .passed, .passed], brokenFiles: 2).counts(in: russian)
        == "Сценариев: 3; не прошло: 1, прошло: 2, файлов с ошибками: 2")
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
