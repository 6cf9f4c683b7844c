import ScenarioKit
import Simulation

/// A station with a clock, a board and an announcer.
///
/// The clock changes by itself, the board may be impossible to read, and the announcer never stops.
final class StationModule: Module {
  static let name = "station"

  struct NoBoard: Error, CustomStringConvertible {
    let description = "there is no board"
  }

  private let clock: StoryClock
  private var hasBoard = false
  private var isQuiet = false

  init(_ context: ScenarioContext) { clock = context.clock }

  static var steps: Steps {
    When("the board is there after {duration}") { (module, span: Duration) in
      module.after(span) { module.hasBoard = true }
    }
    When("the board is taken away after {duration}") { (module, span: Duration) in
      module.hasBoard = true
      module.after(span) { module.hasBoard = false }
    }
    When("a train comes in after {duration}") { (module, span: Duration) in module.after(span) {} }
    When("the announcer speaks every {duration}") { (module, span: Duration) in
      Task { [weak module] in
        while module != nil { try await Task.sleep(for: span) }
      }
    }
    When("the announcer speaks now and then") { module in
      Task { [weak module] in
        var milliseconds = 0
        while module != nil {
          milliseconds = milliseconds % 3 + 1
          try await Task.sleep(for: .milliseconds(milliseconds))
        }
      }
    }
    When("the announcer waits for quiet") { module in
      Task { [weak module] in
        try await Task.sleep(for: .seconds(1))
        guard module?.isQuiet == true else { return }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    When("everybody is quiet") { module in module.isQuiet = true }
    Observe("the seconds are") { module in
      module.clock.now.offset.components.seconds
    }
    Observe("the board shows") { module in
      guard module.hasBoard else { throw NoBoard() }
      return "Oslo"
    }
    Observe("the first train goes to") { module in
      guard module.hasBoard else { throw CheckFailure("no train is on the board") }
      return "Oslo"
    }
    Then("the board shows no delay") { module in
      guard module.hasBoard else { throw NoBoard() }
      throw CheckFailure("it shows 5 min")
    }
    Then("nothing is wrong") { _ in }
  }

  private func after(_ span: Duration, _ body: @escaping @MainActor () -> Void) {
    Task {
      try await Task.sleep(for: span)
      body()
    }
  }
}
