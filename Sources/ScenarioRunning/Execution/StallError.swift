import ScenarioLanguage
import ScenarioReports
import Simulation

/// An error for work that the world could not complete.
package protocol StallError: Error, CustomStringConvertible {
  /// The error as texts with values between them.
  var words: [String] { get }

  /// Whether the work only needs time to complete.
  var needsTime: Bool { get }

  /// The functions of the app that wait with a blocked thread.
  var places: [String] { get }
}

extension StallError {
  package var description: String { words.joined() }

  var message: Message { Message(alternating: words) }

  /// The message for an evaluation that stalls.
  var messageForCheck: Message { "the check does not end: \(message)" }
}

extension Stall: StallError {
  package var needsTime: Bool { if case .storyTimeLimit = reason { true } else { false } }
}

/// The error for an evaluation that can't decide whether a check holds, and would not on another
/// try.
struct InconclusiveCheck: Error { let failure: Failure }
