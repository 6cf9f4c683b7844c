import ScenarioKit
import StoryTestSupport
import Testing

@Suite("Acts at one moment")
struct AtOnceTests {
  @Test func `acts under at once happen before anything that they start`() async {
    let outcome = await tell(
      scenario: """
        when:
          at once:
            - the guest rings
            - the guest rings
        then: { the bell rang: 2 }
        """, to: DoorBellModule.self)
    #expect(outcome.failures() == [])
    #expect(outcome.steps().first == "passed: when at once the guest rings, the guest rings")
  }

  @Test func `acts in a list happen one after another`() async {
    let outcome = await tell(
      scenario: """
        when:
          - the guest rings
          - the guest rings
        then: { the bell rang: 1 }
        """, to: DoorBellModule.self)
    #expect(outcome.failures() == [])
  }

  @Test func `an act under at once that fails is reported at its line`() async {
    let outcome = await tell(
      scenario: """
        when:
          at once:
            - the guest rings
            - the guest breaks the bell
            - the guest rings
        """, to: DoorBellModule.self)
    #expect(outcome.failures() == ["8:11 the bell is broken"])
  }

  @Test(arguments: [
    (
      "when: { at once: the guest rings }",
      "5:13: error: \"at once\" needs a list of at least two acts"
    ),
    (
      "then:\n  at once:\n    - the guest rings\n    - the guest rings",
      "6:7: error: \"at once\" groups acts, but this is a \"then\" step"
    ),
    (
      "when:\n  at once:\n    - the guest rings\n    - 1 s passes",
      "8:11: error: \"1 s passes\" lets time pass, but the acts of \"when at once\" happen at one moment"
    ),
  ])
  func `a wrong use of at once is an error`(steps: String, message: String) async {
    let outcome = await tell(scenario: steps, to: DoorBellModule.self)
    #expect(outcome.diagnostics.contains("s.yaml:\(message)\n"))
  }
}

/// A door bell that ignores guests while it rings.
private final class DoorBellModule: Module {
  static let name = "door bell"

  private var isRinging = false
  private var rings = 0

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the guest rings") { module in module.ring() }
    When("the guest breaks the bell") { _ in throw CheckFailure("the bell is broken") }
    Observe("the bell rang") { module in module.rings }
  }

  private func ring() {
    guard !isRinging else { return }
    // A bug: the state changes later than it is checked.
    Task {
      isRinging = true
      rings += 1
    }
  }
}
