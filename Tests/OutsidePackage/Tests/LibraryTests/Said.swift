import Simulation

/// The lines of some code, with the moment in seconds: `"2 done"`.
///
/// Sound because exactly one stack of a simulation runs at a time.
final class Said: @unchecked Sendable {
  private(set) var lines: [String] = []

  func callAsFunction(_ text: String) {
    let time = (Simulation.timeOfCaller ?? .zero) / .seconds(1)
    lines.append("\(time.formatted()) \(text)")
  }

  /// Runs code in a simulation until nothing of it is left.
  ///
  /// - Returns: Its lines, and the violations and the unfinished work after that.
  static func by(_ code: @escaping @Sendable (Said) -> Void) throws -> [String] {
    let said = Said()
    return try Simulation.run { simulation in
      try simulation.perform { code(said) }
      let unfinished = try simulation.finish()
      return said.lines + simulation.violations.map { "\($0)" }
        + unfinished.map { "unfinished: \($0)" }
    }
  }
}
