import Foundation

/// How much a test tries of many cases that differ little.
package enum Sample {
  /// Some of them, chosen by a fixed rule.
  case few
  /// All of them: in CI, which sets the variable `SCENARIOS_CI`.
  case whole
  /// Also cases that take hours, such as each prefix of each story: if the variable is `all`.
  case everything

  package static let size: Sample =
    switch ProcessInfo.processInfo.environment["SCENARIOS_CI"] {
    case nil: .few
    case "all": .everything
    default: .whole
    }

  /// Whether a program that a test needs must be there.
  package static var isInCI: Bool { size != .few }

  /// Returns a number for this run.
  package static func number<Value>(_ few: Value, whole: Value, everything: Value? = nil) -> Value {
    switch size {
    case .few: few
    case .whole: whole
    case .everything: everything ?? whole
    }
  }

  /// Returns each n-th case, beginning in the middle of the first n.
  ///
  /// - Parameters:
  ///   - step: The distance between two cases of a few.
  ///   - whole: The distance in CI, where all of them would take too long.
  package static func of<Cases: Collection>(_ cases: Cases, oneIn step: Int, whole: Int = 1)
    -> [Cases.Element]
  {
    let step = number(step, whole: whole, everything: 1)
    return cases.enumerated().filter { $0.offset % step == min(step, cases.count) / 2 % step }
      .map(\.element)
  }

  /// Prints how many cases a test has tried, so that the output of CI shows that it tries all.
  package static func note(_ count: Int, _ what: String) {
    if isInCI { print("Tried \(count) \(what).") }
  }
}
