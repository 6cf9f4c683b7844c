import Foundation

/// A location in a module's code that fails if the environment selects it.
///
/// `HOSTILE_PLACE` names the location and `HOSTILE_WAY` the failure: `crash`, `exit` or `loop`.
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
    default: fatalError("something went wrong here")
    }
  }
}
