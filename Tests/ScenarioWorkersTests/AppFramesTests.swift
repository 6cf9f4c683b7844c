import Testing

@testable import ScenarioWorkers

@Suite("Frames of the app")
struct AppFramesTests {
  @Test(arguments: [
    (
      ["in App.FactsPresenter.load() async throws -> ()"], "App/FactsPresenter.swift:41",
      " in FactsPresenter.load (FactsPresenter.swift:41)"
    ),
    (["in closure #1 () -> () in App.Facts.(reload)(Swift.Int) -> ()"], nil, " in Facts.reload"),
    (["in main", "in static App.Facts.count.getter : Swift.Int"], nil, " in Facts.count"),
    (["in (extension in App):Kit.Spy<A>.(die)() -> ()"], "Facts.swift:3", " at Facts.swift:3"),
    ([], nil, nil),
  ]) func `the place of a crash is named by its function and line`(
    lines: [String], line: String?, words: String?
  ) {
    #expect(AppFrames.location(in: lines, line: line)?.english == words)
  }
}
