import Foundation
import Testing

@Suite("scenarios steps")
struct StepsTests {
  private let folder: StoriesFolder

  init() throws { folder = try StoriesFolder.facts() }

  @Test func `scenarios steps reports a wrong module before it runs stories`() async throws {
    // A run in real time begins with a note.
    try await folder.call("steps", "facs", environment: ["SCENARIOS_REAL_TIME": "1"]).expect(
      2, output: "", errors: .begins("error: there is no module \"facs\""), .lacks("real time"))
  }

  @Test func `scenarios steps shows examples, values, requests and its notation`() async throws {
    try await folder.call("steps", "facts").expect(
      0,
      output: .contains(
        """
            the reader taps {string}
              for example: the reader taps "Show details"   (Scenarios/facts.yaml:
        """),
      .contains(
        """
              state:       initial, loading, info
              buttons:     [Load a useful fact], [], [Show details]
              infoText:    A fact
        """),
      .contains(
        """

        requests of module facts in its stories
          GET https://info-example.com/get_info

        """), .lacks(".swift"), .lacks("\u{1B}"),
      .ends(
        """

        {duration} stands for a time, such as 100 ms
        {int} stands for a whole number, such as 2
        {method} stands for a method, such as GET
        {string} stands for a text in quotes, such as "text"
        {url} stands for an address, such as https://example.com/
        Text in parentheses may be left out: time(s) stands for "time" or "times".
        Of words with a slash between them, write one: was/were.

        """), errors: "")
  }

  @Test func `scenarios steps lists sentences even if there are no stories`() async throws {
    try await StoriesFolder().call("steps", "facts").expect(
      0, output: .contains("the screen appears"), .lacks("for example"))
  }

  @Test func `scenarios steps shows values of stories that fail`() async throws {
    try await StoriesFolder.facts(FactsFiles.failingStory).call("steps", "facts").expect(
      0, output: .contains("state:       initial, loading, info"))
  }
}
