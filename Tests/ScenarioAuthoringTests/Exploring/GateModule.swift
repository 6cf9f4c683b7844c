import Foundation
import ScenarioKit

/// A gate that opens with a code, and is locked for a while after three wrong ones.
@MainActor
final class Gate {
  enum Mistake: Sendable {
    /// Wrong codes are not counted from zero after a right one.
    case keepsCounting
    /// The third time that somebody leaves ends the app's work in an error.
    case failsInTheEnd
  }

  struct Shown: Codable, Sendable {
    var isOpen = false
    var message: String?
    var openedAt: Date?
  }

  struct Blocked: Error {}

  private(set) var shown = Shown()
  private let mistake: Mistake?
  private var failures = 0
  private var exits = 0
  private var isBroken = false

  init(_ mistake: Mistake?) { self.mistake = mistake }

  func enter(_ code: String) throws {
    guard !isBroken else { return }
    guard !shown.isOpen else { throw Blocked() }
    shown.message = nil
    if code == "1234" {
      if mistake != .keepsCounting { failures = 0 }
      (shown.isOpen, shown.openedAt) = (true, .now)
    } else {
      failures += 1
      shown.message = failures < 3 ? "The code is wrong" : "The gate is locked"
    }
  }

  func leave() {
    exits += 1
    guard shown.isOpen else { return }
    shown = Shown()
  }

  /// Nothing shows that the gate no longer works.
  func unplug() { isBroken = true }

  var isSound: Bool { mistake != .failsInTheEnd || exits < 3 }
}

/// A module of a gate with a mistake.
protocol GateModule: Module {
  static var mistake: Gate.Mistake? { get }
  var gate: Gate { get }
}

extension GateModule {
  static var name: String { "gate" }

  @StepsBuilder<Self> static var steps: Steps {
    When("the guest enters {string}") { (module, code: String) in try module.gate.enter(code) }
    When("the guest leaves") { module in module.gate.leave() }
    When("the guard unplugs the gate") { module in module.gate.unplug() }
    Given("it is morning") { _ in }
    Observe("the gate shows") { module in module.gate.shown }
    Observe("the gate is sound") { module in module.gate.isSound }
  }
}

final class CarefulGate: GateModule {
  static var mistake: Gate.Mistake? { nil }
  let gate = Gate(mistake)
  init(_ context: ScenarioContext) {}
}

final class KeepsCountingGate: GateModule {
  static var mistake: Gate.Mistake? { .keepsCounting }
  let gate = Gate(mistake)
  init(_ context: ScenarioContext) {}
}

final class FailsInTheEndGate: GateModule {
  static var mistake: Gate.Mistake? { .failsInTheEnd }
  let gate = Gate(mistake)
  init(_ context: ScenarioContext) {}
}
