/// A message for the author of a story.
///
/// It is written like a text:
///
/// ```swift
/// let message: Message = "\"\(name)\" is not allowed in \"\(word: "scenario")\""
/// ```
///
/// The words of a story are interpolated as `\(word: "scenario")` and are in the story's language.
/// The message itself is in English, so that machine formats are; people see its translation, which
/// ``MessageCatalogue`` finds.
package struct Message: Sendable, Hashable {
  fileprivate enum Part: Sendable, Hashable {
    case literal(String)
    case value(String)
    case word(String)
  }

  private var parts: [Part]

  /// The texts that a hint proposes in place of the range of its diagnostic.
  package private(set) var corrections: [String] = []

  /// Creates a message that is a value.
  package init(verbatim text: String) { parts = [.value(text)] }

  /// Creates a hint that proposes texts in place of the range of its diagnostic.
  package init(_ hint: Message, corrections: [String]) {
    parts = hint.parts
    self.corrections = corrections
  }

  private init(_ parts: [Part]) { self.parts = parts }

  /// The text in English.
  package var english: String {
    parts.map { part in
      switch part {
      case .literal(let text), .value(let text), .word(let text): text
      }
    }.joined()
  }

  /// Returns the text in English, with the words of a story in a language.
  func text(in language: some StoryWords) -> String { inWords(of: language).english }

  /// Returns the message with its words of a story in a language.
  func inWords(of language: some StoryWords) -> Message {
    var message = self
    message.parts = parts.map { part in
      if case .word(let name) = part { .value(language.word(for: name)) } else { part }
    }
    return message
  }

  /// Joins two messages to one.
  package static func + (first: Message, second: Message) -> Message {
    Message(first.parts + second.parts)
  }
}

/// The words of a language for stories.
protocol StoryWords {
  /// Returns the word for an English word of the language of stories.
  func word(for name: String) -> String
}

/// Returns the hint that names what was probably meant, such as `Did you mean: scenarios`.
///
/// - Parameter corrections: The texts in place of the range of the diagnostic; by default, what was
///   meant.
package func didYouMean(
  _ meant: some CustomStringConvertible, corrections: [String]? = nil
) -> Message {
  Message("Did you mean: \(meant)", corrections: corrections ?? ["\(meant)"])
}

/// Returns the hint that names several texts that may have been meant, such as `Did you mean one
/// of: facts, feeds`; empty if there are none.
package func didYouMean(anyOf meant: [String], corrections: [String]? = nil) -> [Message] {
  guard meant.count > 1 else { return meant.map { didYouMean($0, corrections: corrections) } }
  let list = meant.joined(separator: ", ")
  return [Message("Did you mean one of: \(list)", corrections: corrections ?? meant)]
}

extension [Message] {
  /// Creates messages that are values.
  package init(verbatim texts: some Sequence<String>) { self = texts.map(Message.init(verbatim:)) }

  /// The hints without their corrections, for a range that these do not fit.
  package var withoutCorrections: [Message] { map { Message($0, corrections: []) } }
}

extension Message: ExpressibleByStringInterpolation {
  /// The literals and arguments of an interpolated text.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ literal: String) { parts.append(.literal(literal)) }

    /// Adds a value, which is the same in every language.
    package mutating func appendInterpolation<T>(_ value: T) { parts.append(.value("\(value)")) }

    /// Adds the parts of a message.
    package mutating func appendInterpolation(_ message: Message) { parts += message.parts }

    /// Adds a key, keyword or time word, given in English.
    package mutating func appendInterpolation(word: String) { parts.append(.word(word)) }
  }

  package init(stringLiteral text: String) { parts = [.literal(text)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}
