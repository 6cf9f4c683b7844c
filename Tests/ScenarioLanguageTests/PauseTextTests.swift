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

  @Test(arguments: [
    ("100 pass", "100 ms pass"), ("wait 5", "5 ms pass"), ("5", nil), ("2 s pass", nil),
  ])
  func `may lack its unit`(words: String, meant: String?) {
    #expect(PauseText.withUnit(words) == meant)
  }

  @Test(arguments: [
    ("ru", "5 секунд", "5 с проходит"), ("ru", "прошло 2 минуты", "2 мин проходит"),
    ("de", "5 Sekunden", "5 s vergehen"), ("fr", "passent 3 jours", "3 j passent"),
    ("es", "2 horas pasan", "2 h pasan"), ("ru", "5 s pass", "5 с проходит"),
  ])
  func `is understood in other languages`(code: String, words: String, meant: String) throws {
    let language = try #require(StoryLanguage(code: code))
    #expect(PauseText.meant(by: words, in: language) == meant)
  }

  @Test(arguments: [
    ("ru", "проходит 5", "5 мс проходит"), ("de", "5 vergehen", "5 ms vergehen"),
  ])
  func `may lack its unit in other languages`(code: String, words: String, meant: String) throws {
    let language = try #require(StoryLanguage(code: code))
    #expect(PauseText.withUnit(words, in: language) == meant)
  }
}
