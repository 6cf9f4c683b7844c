import ScenarioLanguage
import Testing

@Suite("Wordings of pauses")
struct PauseTextTests {
  @Test(arguments: [
    ("2 s", "2 s pass"), ("wait 2 s", "2 s pass"), ("the reader waits for 2 seconds", "2 s pass"),
    ("Wait: 100ms", "100 ms pass"), ("2 minutes later", "2 min pass"),
    ("1 hour 30 minutes pass", "1 h 30 min pass"), ("2 seconds go by", "2 s pass"),
    ("24 hours have passed", "1 d pass"), ("and 1 hour has passed", "1 h pass"),
  ])
  func `a pause is detected in different English wordings`(words: String, meant: String) {
    #expect(PauseText.meant(by: words) == meant)
  }

  @Test(arguments: ["", "wait", "2", "the reader waits", "wait for the bus", "passes", "s pass"])
  func `a sentence that is not a pause is not detected as one`(words: String) {
    #expect(PauseText.meant(by: words) == nil)
  }

  @Test(arguments: [
    ("100 pass", "100 ms pass"), ("wait 5", "5 ms pass"), ("5", nil), ("2 s pass", nil),
  ])
  func `a pause without a unit is completed with milliseconds`(words: String, meant: String?) {
    #expect(PauseText.withUnit(words) == meant)
  }

  @Test(arguments: [
    ("ru", "5 секунд", "5 с проходит"), ("ru", "прошло 2 минуты", "2 мин проходит"),
    ("de", "5 Sekunden", "5 s vergehen"), ("fr", "passent 3 jours", "3 j passent"),
    ("es", "2 horas pasan", "2 h pasan"), ("ru", "5 s pass", "5 с проходит"),
    ("de", "2 Stunden sind vergangen", "2 h vergehen"), ("es", "2 horas después", "2 h pasan"),
    ("fr", "2 heures plus tard", "2 h passent"), ("ru", "2 часа спустя", "2 ч проходит"),
  ])
  func `a pause is detected in other languages`(code: String, words: String, meant: String) throws {
    let language = try #require(StoryLanguage.named(code))
    #expect(PauseText.meant(by: words, in: language) == meant)
  }

  @Test(arguments: [("ru", "проходит 5", "5 мс проходит"), ("de", "5 vergehen", "5 ms vergehen")])
  func `a pause without a unit is completed in other languages`(
    code: String, words: String, meant: String
  ) throws {
    let language = try #require(StoryLanguage.named(code))
    #expect(PauseText.withUnit(words, in: language) == meant)
  }
}
