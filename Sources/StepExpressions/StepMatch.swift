import Foundation

/// A sentence that an expression matched.
public struct StepMatch: Sendable {
  /// The values of the expression's parameters, in their order.
  public let arguments: [StepArgument]
}

/// One parameter of an expression as a sentence gave it.
public struct StepArgument: Sendable {
  /// The name of the parameter's type; empty for the anonymous `{}`.
  public let typeName: String

  /// The text as it was written, with the quotes of a `{string}`.
  public let text: String

  /// Where the text stands in the sentence.
  public let range: Range<String.Index>

  /// What the text means: an instance of the parameter's Swift type.
  public let value: any Sendable
}

extension StepArgument {
  /// A text that looks like a parameter but has no value, such as a number that is too large.
  public struct Problem: Error, Sendable, CustomStringConvertible {
    /// The name of the parameter's type; empty for the anonymous `{}`.
    public let typeName: String

    /// The text as it was written.
    public let text: String

    /// Where the text stands in the sentence.
    public let range: Range<String.Index>

    /// What the parameter type's transform threw.
    public let cause: any Error

    /// The text, the type and the reason in one sentence without a full stop.
    public var description: String {
      "\(text) can't be used as {\(typeName)}: \(reason)"
    }

    private var reason: String {
      if let sentence = (cause as? any LocalizedError)?.errorDescription { return sentence }
      return String(describing: cause)
    }
  }
}
