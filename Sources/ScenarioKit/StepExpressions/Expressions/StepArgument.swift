import Foundation
import ScenarioLanguage

/// The value of one parameter in a sentence.
package struct StepArgument: Sendable {
  /// The text as written, including the quotes of a `{string}`.
  package let text: String

  /// The range of the text in the sentence.
  package let range: Range<String.Index>

  /// The value of the text: an instance of the parameter's Swift type.
  package let value: any Sendable
}

extension StepArgument {
  /// A text that looks like a parameter but has no value, such as a number that is too large.
  package struct Problem: Error, Sendable {
    /// The name of the parameter's type; empty for the anonymous `{}`.
    package let typeName: String

    /// The text as written.
    package let text: String

    /// The error that the parameter type's transform threw.
    package let cause: any Error

    /// The text, the type and the reason, in one sentence without a full stop.
    package var message: Message { "\(text) can't be used as {\(typeName)}: \(reason)" }

    private var reason: Message {
      (cause as? ParameterType.InvalidValue)?.text
        ?? "\((cause as? any LocalizedError)?.errorDescription ?? "\(cause)")"
    }
  }
}
