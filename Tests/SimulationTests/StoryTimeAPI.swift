@preconcurrency import Dispatch
import Foundation
import Simulation
import Testing

/// An API of Dispatch or Foundation that works in story time, and code that uses it.
///
/// The article *What runs in story time* has a row for each.
struct StoryTimeAPI: Sendable, CustomTestStringConvertible {
  /// The API as in the article.
  let name: String
  /// The lines of the code, each with its moment in seconds: `"2 done"`.
  let says: [String]
  let code: @Sendable (Log) -> Void

  var testDescription: String { name }

  init(_ name: String, _ says: [String], _ code: @escaping @Sendable (Log) -> Void) {
    self.name = name
    self.says = says
    self.code = code
  }

  /// Runs the code in a simulation, until nothing of it is left.
  ///
  /// - Returns: Its lines, the violations, and the number of pieces of work that did not end.
  func run() throws -> (said: [String], violations: [SandboxViolation], unfinished: Int) {
    let log = Log()
    return try Simulation.run { simulation in
      try simulation.perform { code(log) }
      let unfinished = try simulation.finish()
      return (log.lines, simulation.violations, unfinished.count)
    }
  }
}

/// The lines of code, and their moments.
final class Log: Sendable {
  private let content = Lines()

  var lines: [String] { content.all }

  func callAsFunction(_ text: String) {
    let time = Simulation.timeOfCaller ?? .seconds(-1)
    let seconds = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
    let shown = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    content.add("\(shown) \(text)")
  }

  /// Says a text, and whether the code runs on the main thread.
  func withThread(_ text: String) { self("\(text)\(Thread.isMainThread ? " on main" : "")") }
}

/// Sound because exactly one stack of a simulation runs at a time.
private final class Lines: @unchecked Sendable {
  private(set) var all: [String] = []
  func add(_ line: String) { all.append(line) }
}

/// A number that several stacks of one simulation count.
///
/// Sound because exactly one of them runs at a time.
final class Count: @unchecked Sendable {
  private(set) var value = 0
  func up() -> Int {
    value += 1
    return value
  }
}
