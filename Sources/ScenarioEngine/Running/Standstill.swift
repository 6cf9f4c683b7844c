import Simulation

/// Work that the world could not bring to its end.
protocol Standstill: Error, CustomStringConvertible {
  /// Whether the work would only need time.
  var needsTime: Bool { get }
}

extension Standstill {
  /// What is wrong with a look that stands still.
  var wordsForLook: String {
    needsTime
      ? "no time may pass in a check, but this one waits" : "the check does not end: \(self)"
  }
}

extension Stall: Standstill {
  var needsTime: Bool {
    if case .storyTimeLimit = reason { true } else { false }
  }
}

/// A look that could not tell whether a check holds; to look again would be of no use.
struct Undecided: Error {
  let failure: Failure
}
