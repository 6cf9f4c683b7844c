import Foundation
import ReaderStories
import ScenarioKit
import Simulation
import Testing

// Built only with SCENARIOS_WITHOUT_STORY_TIME; see `run` beside this file.

private let needsStoryTime =
  "this needs story time, which is not available here: "
  + "this command was built with SCENARIOS_WITHOUT_STORY_TIME"

@Suite("Without story time")
struct WithoutStoryTimeTests {
  @Test func `a simulation throws the reason, and runs nothing`() {
    var hasRun = false
    let error = #expect(throws: Simulation.Unavailable.self) {
      try Simulation.run { _ in hasRun = true }
    }
    #expect(error?.description == needsStoryTime)
    #expect(!hasRun)
  }

  @Test func `work for a simulation throws the reason, and does not run`() {
    let error = #expect(throws: Simulation.Unavailable.self) {
      try Simulation.perform { Issue.record("the work runs") }
    }
    #expect(error?.description == needsStoryTime)
  }

  @Test func `code that notes events or asks for story time runs as outside of a simulation`() {
    Simulation.note("an event")
    #expect(Simulation.timeOfCaller == nil)
    #expect(Simulation.labelOfCaller == nil)
  }

  @Test func `modules are read on any thread`() async {
    let names = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: ReaderStories.vocabularies.map(\.module)) }.start()
    }
    #expect(names.contains("facts"))
  }
}
