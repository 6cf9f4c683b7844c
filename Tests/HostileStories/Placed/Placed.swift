import Foundation
import Synchronization

/// A location in a module's code that fails if the environment selects it.
///
/// `HOSTILE_PLACE` names the location and `HOSTILE_WAY` the failure: `crash`, `exit`, `loop` or
/// `second fork`.
enum Placed: String {
  case vocabularies, parameterTypes, steps, conversion, decoding
  case initializer = "init"
  case global, step, observation, check
  case deinitializer = "deinit"

  /// Fails if the environment names this location.
  func reach() {
    let environment = ProcessInfo.processInfo.environment
    guard environment["HOSTILE_PLACE"] == rawValue else { return }
    switch environment["HOSTILE_WAY"] {
    case "exit": exit(0)
    case "loop": Blocking.loop()
    case "second fork": SecondFork.dies
    default: fatalError("something went wrong here")
    }
  }
}

/// The death of the second process that this one forks, before it does any work.
private enum SecondFork {
  private static let forks = Atomic(0)

  static let dies: Void = {
    pthread_atfork({ SecondFork.forks.add(1, ordering: .relaxed) }, nil) {
      if SecondFork.forks.load(ordering: .relaxed) == 2 { abort() }
    }
  }()
}
