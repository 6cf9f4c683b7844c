import Foundation

/// A place in a module's code that goes wrong where the environment says so.
///
/// `HOSTILE_PLACE` names the place and `HOSTILE_WAY` what happens there: `crash`, `exit` or `loop`.
enum Placed: String {
  case vocabularies, parameterTypes, steps, conversion, decoding
  case initializer = "init"
  case global, step, observation, check
  case deinitializer = "deinit"

  /// Goes wrong if this is the place that the environment names.
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
