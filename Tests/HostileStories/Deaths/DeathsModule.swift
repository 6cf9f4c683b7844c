import Foundation
import ScenarioKit

/// A working counter in an app that can die in every way and at every point of a scenario.
final class DeathsModule: Module {
  static let name = "deaths"
  static let permissions: SandboxPermissions = .processes

  private var count = 0
  private let grave = Grave()

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    Given("the counter begins at {int}") { (module, count: Int) in module.count = count }
    When("the counter is increased") { module in module.count += 1 }
    When("the counter is increased after {duration}") { (module, pause: Duration) in
      Task {
        try await Task.sleep(for: pause)
        module.count += 1
      }
    }
    Observe("the counter shows") { module in module.count }

    When("the app writes garbage into all descriptors") { _ in
      for descriptor in Int32(3)..<1024 { _ = write(descriptor, "garbage", 7) }
    }
    When("the app sets O_NONBLOCK on all descriptors") { _ in
      for descriptor in Int32(3)..<1024 {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      }
    }
    When("the app dies by {string}") { (_, way: String) in try Death(named: way).happen() }
    When("the app will die by {string} after {duration}") { (_, way: String, pause: Duration) in
      let death = try Death(named: way)
      Task {
        try await Task.sleep(for: pause)
        death.happen()
      }
    }
    When("the app will die by {string} when it is released") { (module, way: String) in
      module.grave.death = try Death(named: way)
    }
    Observe("the counter that dies by {string} shows") { (module, way: String) in
      try Death(named: way).happen()
      return module.count
    }
    When("the app dies in its extension of a spy") { _ in Spy<Void>("a call").die() }
    Then("a check dies by {string}") { (_, way: String) in try Death(named: way).happen() }
  }

  /// An object that can end the process when the module is released.
  @MainActor
  private final class Grave {
    var death: Death?

    deinit { death?.happen() }
  }
}

extension Spy<Void> {
  /// Ends the process in the app's own code, although the type belongs to a library.
  @inline(never)
  fileprivate func die() { fatalError("the spy \(name) can't go on") }
}

extension Death {
  /// - Throws: `UnknownDeath` if no case has the name.
  init(named name: String) throws {
    guard let death = Death(rawValue: name) else { throw UnknownDeath(name: name) }
    self = death
  }

  struct UnknownDeath: Error, CustomStringConvertible {
    let name: String

    var description: String {
      let names = Death.allCases.map(\.rawValue).joined(separator: ", ")
      return "there is no way to die by \"\(name)\"; there are \(names)"
    }
  }
}
