import DisplayText

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

  /// Creates a message that is a value.
  package init(verbatim text: String) { parts = [.value(text)] }

  private init(_ parts: [Part]) { self.parts = parts }

  /// The text in English.
  package var english: String { text(in: English()) }

  /// Returns the text in English, with the words of a story in a language.
  func text(in language: some StoryWords) -> String {
    parts.map { part in
      switch part {
      case .literal(let text), .value(let text): text
      case .word(let name): language.word(for: name)
      }
    }.joined()
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

private struct English: StoryWords {
  func word(for name: String) -> String { name }
}

/// Returns the hint that names what was probably meant, such as `Did you mean: scenarios`.
func didYouMean(_ meant: some CustomStringConvertible) -> Message {
  Message(verbatim: DisplayText.didYouMean("\(meant)"))
}

/// Returns the hint that names several texts that may have been meant; empty if there are none.
func didYouMean(anyOf meant: [String]) -> [Message] {
  DisplayText.didYouMean(anyOf: meant).map { Message(verbatim: $0) }
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
