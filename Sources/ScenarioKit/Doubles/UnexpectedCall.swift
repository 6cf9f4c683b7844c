import ScenarioLanguage
import Simulation

/// A call of the app that no step of the story permits.
public struct UnexpectedCall: Error, Sendable {
  /// The problem and the hints, by which they are translated.
  package let messages: [Message]

  /// The problem: one sentence that begins in lower case and has no full stop.
  public var message: String { messages[0].english }

  /// Hints on how to correct the problem, one line each.
  public var hints: [String] { messages.dropFirst().map(\.english) }

  /// The difference from other calls with the same message, such as its arguments; several
  /// equal calls during a step are one failure.
  public var content: String

  /// The time of the call, since the start of the scenario; `nil` outside of story time.
  package var time: Duration?

  /// The label of the task or other work that made the call; `nil` if unknown.
  package var caller: WorkLabel?

  /// The step that would permit the call, with its data on one line; `nil` if there is none.
  package var missingStep: Message?

  /// Returns a better step and hints from the files beside the story, which are searched only for a
  /// failure.
  package var searchForStep: (@Sendable (StoryNeighbours) -> (step: Message, hints: [Message])?)?

  /// Creates a call that is made now, by the code that is running.
  public init(_ message: String, hints: [String] = [], content: String = "") {
    self.init([Message](verbatim: [message] + hints), content: content)
  }

  /// Creates a call whose problem and hints have translations.
  package init(_ messages: [Message], content: String) {
    (self.messages, self.content) = (messages, content)
    (time, caller) = (Simulation.timeOfCaller, Simulation.labelOfCaller)
  }
}

/// The files beside a story: the folder in which it looks up files, and its path for people.
package typealias StoryNeighbours = (folder: StoryFolder, path: String)

/// An error whose cause a double also reports as an ``UnexpectedCall``, so that a step that throws
/// it is no second failure.
public protocol ReportedError: Error {}

extension UnexpectedCall: ReportedError {}

/// An error of the platform for which a double has better words.
package protocol DescribedError: Error {
  /// The error, such as `URLError: timed out`.
  var words: String { get }
}
