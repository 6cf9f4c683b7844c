import Foundation
import ReaderStories
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import StoryTestSupport
import Testing

@testable import ScenarioAuthoring

@Suite struct ObservingTests {
  private static let path = "facts.yaml"

  private static let story = """
    story: S
    module: facts
    phrases:
      a fact is loaded:
        - given: { the server answers GET https://info-example.com/get_info: { json: { infoText: A fact, identifier: 1, creationDate: "2021-09-27T11:07:24" } } }
        - when: the reader taps "Load a useful fact"
        - then: { within 1 s: { the screen shows: { infoText: !contains fact, state: info } } }
    scenarios:
      - scenario: Loading
        when: the screen appears
        then:
          - the screen was updated 1 time
          - the screen shows: { state: initial }
        scenarios:
          - scenario: It loads
            when: a fact is loaded
            then:
              - the screen shows:
                  state: lost
                  infoText: !contains lie
                  buttons: [Show details]
            scenarios:
              - scenario: It opens
                when: the reader taps "Show details"
                then: the details screen opened for fact 1
    """

  /// Returns a service in which a text is open and has run, if it is to.
  private static func service(
    _ text: String = story, runs: Bool = true
  ) -> LanguageService {
    let service = LanguageService(
      folder: PrefixTests.folder.appending(path: "facts").path, shownAs: "Scenarios/facts")
    service.vocabularies = ReaderStories.vocabularies.map { VocabularyData($0) }
    service.update(path, text: text, version: 1)
    guard runs else { return service }
    var reports: [ScenarioReport] = []
    Runner(contents: [.details, .shownValues]).run(
      plan(text, for: ReaderStories.vocabularies).scenarios
    ) { reports.append($1) }
    service.observe(reports, in: path, version: 1)
    return service
  }

  private static func hover(over words: String, in service: LanguageService) throws -> String {
    let text = try #require(service.readableText(of: path))
    let range = try #require(text.firstRange(of: words))
    let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound) + 1
    return try #require(service.hover(in: path, at: offset)).text
  }

  /// Returns what a hover shows after the meaning.
  private static func state(after words: String, in service: LanguageService) throws -> String {
    let parts = try hover(over: words, in: service).components(separatedBy: "\n\n---\n\n")
    return parts.count > 1 ? parts[1] : ""
  }

  @Test func `hovering over a step shows the screen, calls, requests and story time after it`()
    throws
  {
    let service = Self.service()
    let first = try Self.state(after: "the screen appears", in: service)
    #expect(first.hasPrefix("**After this step**, +0 s in \"Loading\""))
    for text in ["`the screen shows`\n```yaml\nstate: initial\n", "- call of "] {
      #expect(first.contains(text))
    }
    let tap = try Self.state(after: "the reader taps", in: service)
    for text in [
      "`the screen shows` changed\n```diff\n", "\n- state: initial\n",
      "\n- request: `GET https://info-example.com/get_info`",
    ] {
      #expect(tap.contains(text))
    }
  }

  @Test func `a message over a connection is shown as the app sent it`() throws {
    var report = ScenarioReport(
      path: "a.yaml", titles: ["S", "A"], line: 1, lastLine: 2, module: "chat", tags: [],
      verdict: .passed, reason: nil, storyNanoseconds: 0, seconds: 0, traceHash: "")
    report.steps = [StepResult(text: "when …", outcome: .passed, purpose: .act)]
    let traffic = StoryEvent.Traffic.request(method: "GET", url: "https://a.example/", stub: nil)
    var request = ScenarioReport.Event(
      kind: .request, nanoseconds: 0, request: 1,
      text: "GET https://a.example/, which has no answer")
    request.traffic = traffic
    report.events = [
      .init(kind: .step, nanoseconds: 0, text: "when …"), request,
      .init(kind: .request, nanoseconds: 0, request: 1, text: "no failures"),
    ]
    let german = try #require(StoryLanguage.named("de"))
    let text = StepState(of: report, after: 0).markdown(in: german) { $0 }
    #expect(german.text(of: "no failures") != "no failures")
    #expect(text.contains("`no failures`"))
    #expect(text.contains(german.text(of: traffic.words)))
    #expect(!text.contains(request.text))
  }

  @Test func `hovering over a phrase shows the state after its last step`() throws {
    let state = try Self.state(after: "a fact is loaded\n        then", in: Self.service())
    #expect(state.contains("state: info"))
  }

  @Test func `a failed step says why, and those after it did not run`() throws {
    let service = Self.service()
    let failed = try Self.state(after: "the screen shows:\n", in: service)
    #expect(failed.contains("\n\n✘ "))
    let later = try Self.state(after: "the details screen opened", in: service)
    #expect(later == "**This step did not run** in \"It opens\": blocked by \"It loads\"")
  }

  @Test func `hovering over a title shows its verdict`() throws {
    let service = Self.service()
    #expect(try Self.hover(over: "It loads", in: service) == "✘ failed, with the current text")
    #expect(try Self.hover(over: "Loading", in: service) == "✔ passed, with the current text")
  }

  @Test func `the verdict of a story in another language is in that language`() throws {
    let service = Self.service(
      "Sprache: de\nGeschichte: S\nModul: facts\nSzenarien:\n  - Szenario: Laden\n"
        + "    überspringen: bald\n    wenn: the screen appears\n    dann: no requests were sent\n")
    #expect(
      try Self.hover(over: "Laden", in: service)
        == "↷ übersprungen: bald, so wie es hier steht")
  }

  @Test func `a text that has changed since its run has no states`() throws {
    let service = Self.service()
    #expect(service.isObserved(Self.path))
    service.update(Self.path, text: Self.story + "\n", version: 2)
    #expect(!service.isObserved(Self.path))
    service.observe([], in: Self.path, version: 1)
    #expect(!service.isObserved(Self.path))
    #expect(try Self.state(after: "the screen appears", in: service) == "")
  }

  @Test func `the verdict on a scenario is its own, also where another one has its title`() throws {
    let text = """
      story: S
      module: facts
      scenarios:
        - scenario: Twice
          skip: soon
          when: the screen appears
          then: no requests were sent
          scenarios:
            - scenario: Twice
              skip: later
              then: no requests were sent
      """
    let title = try #require(text.ranges(of: "Twice").last)
    let offset = text.utf8.distance(from: text.startIndex, to: title.lowerBound) + 1
    let hover = try #require(Self.service(text).hover(in: Self.path, at: offset))
    #expect(hover.text.contains("later"), "\(hover.text)")
  }
}
