import ScenarioLanguage
import Testing

@Suite("A wish to let time pass")
struct PauseTextTests {
  @Test(arguments: [
    ("2 s", "2 s pass"), ("wait 2 s", "2 s pass"), ("the reader waits for 2 seconds", "2 s pass"),
    ("Wait: 100ms", "100 ms pass"), ("2 minutes later", "2 min pass"),
    ("1 hour 30 minutes pass", "1 h 30 min pass"), ("2 seconds go by", "2 s pass"),
  ])
  func `is understood in many words`(words: String, meant: String) {
    #expect(PauseText.meant(by: words) == meant)
  }

  @Test(arguments: ["", "wait", "2", "the reader waits", "wait for the bus", "passes", "s pass"])
  func `is not seen in others`(words: String) {
    #expect(PauseText.meant(by: words) == nil)
  }

  @Test(arguments: [("100 pass", "100"), ("wait 5", "5"), ("5", nil), ("2 s pass", nil)])
  func `may lack its unit`(words: String, number: String?) {
    #expect(PauseText.numberWithoutUnit(in: words) == number)
  }
}
