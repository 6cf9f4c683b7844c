import ScenarioLanguage
import Testing

@testable import ScenarioRunning
@testable import Simulation

@Suite("Messages about work that does not end")
struct StallMessageTests {
  private let german: StoryLanguage

  init() throws { german = try #require(StoryLanguage.named("de")) }

  @Test func `each object that blocked code waits for is in the language of the story`() {
    let stall = Stall(
      .nothingLeft, pending: [],
      waits: [
        ["a lock that is held by code that waits for ", "a DispatchGroup that is never left"],
        ["its turn on ", "\"images; and for a lock\""], ["a lock"],
      ])
    #expect(stall.waits.last == "a lock")
    #expect(stall.message.english == stall.description)
    #expect(
      german.text(of: stall.message)
        == "die App blockiert einen Thread und wartet auf eine Sperre, die Code hält, der auf "
        + "Folgendes wartet: eine DispatchGroup, die nie verlassen wird; und auf seinen Platz in: "
        + "\"images; and for a lock\"; und auf eine Sperre")
  }

  @Test func `the end of the story time says what blocked code waits for`() {
    let stall = Stall(.storyTimeLimit(.seconds(60)), pending: [.zero], waits: [["a lock"]])
    #expect(stall.message.english == stall.description)
    #expect(
      german.text(of: stall.message)
        == "es dauert in der Geschichte mehr als 1 min: Die App wartet auf eine Sperre")
  }

  @Test(arguments: [
    (Duration.seconds(2), "alle 2 s geschieht etwas"), (nil, "immer wieder geschieht etwas"),
  ])
  func `events without end are in the language of the story`(gap: Duration?, start: String) {
    let error = StepBudgetExceeded(events: 9, time: .seconds(3), gap: gap)
    #expect(
      german.text(of: error.message)
        == "\(start), ohne Ende: Nach 9 Ereignissen, bei +3 s, wurde der Schritt abgebrochen")
  }
}
