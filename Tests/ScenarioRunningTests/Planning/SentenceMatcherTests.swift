import Foundation
import ScenarioKit
import ScenarioLanguage
import StoryTestSupport
import Testing

@testable import ScenarioRunning

@Suite("Matching with a vocabulary's data alone")
struct SentenceMatcherTests {
  @Test(arguments: [
    ("when: the reader taps load", []),
    ("when: the reader tap load", ["5:11: no step matches \"the reader tap load\""]),
    (
      "then: the reader taps load",
      ["5:11: \"the reader taps load\" acts, but it is under \"then\", where checks belong"]
    ),
    (
      "then: { the screen shows: { no requests were sent: ~ } }",
      [
        "5:33: \"no requests were sent\" is a step, but here it is a key in the data of "
          + "\"the screen shows\""
      ]
    ),
  ])
  func `a sentence is matched and its purpose checked without code of the app`(
    step: String, expected: [String]
  ) throws {
    let json = try JSONEncoder().encode(VocabularyData(Vocabulary(of: NewsModule.self)))
    let data = try JSONDecoder().decode(VocabularyData.self, from: json)
    let file = StoryFile(reading: SourceFile(path: "s.yaml", text: scenario("news", step)))
    let story = try #require(file.stories.first)
    let reporter = PlanningReporter(file)
    let written = try #require(story.scenarios.first?.steps.first)
    var matcher = SentenceMatcher(
      context: MatchingContext(story, sentences: data.sentences, reporter: reporter), row: nil)
    for sentence in written.sentences {
      guard let matched = matcher.match(sentence, purpose: written.purpose) else { continue }
      _ =
        matcher.checkPurpose(of: sentence, as: matched.role, in: written)
        && matcher.checkForSteps(in: sentence)
    }
    let found = reporter.diagnostics + reporter.undefined.diagnostics
    #expect(found.map { "\($0.line):\($0.column): \($0.message)" } == expected)
  }
}
