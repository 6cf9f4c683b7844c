import DisplayText

/// A message for the author of a story: a text in English whose blanks have arguments.
///
/// It is written like a text, and each interpolated value becomes an argument:
///
/// ```swift
/// let message: Message = "unknown key \"\(name)\""  // the key is: unknown key "{1}"
/// ```
///
/// A language translates a message by its key. The words of a story are interpolated as
/// `\(word: "scenario")` and are in the story's language even if the message isn't.
package struct Message: Sendable, Hashable {
  fileprivate enum Part: Sendable, Hashable {
    case literal(String)
    case value(String)
    case word(String)
    case message(Message)
  }

  private var parts: [Part]

  /// Creates a message that no language translates.
  package init(verbatim text: String) { parts = [.value(text)] }

  private init(_ parts: [Part]) { self.parts = parts }

  /// Creates a message from its key and its one argument.
  fileprivate init(filling key: String, with argument: String) {
    let literals = key.split(separator: "{1}", omittingEmptySubsequences: false).map(String.init)
    parts = [.literal(literals[0]), .value(argument)] + literals.dropFirst().map { .literal($0) }
  }

  /// The text in English, with numbers in braces for its arguments.
  package var key: String {
    var count = 0
    return parts.map { part in
      if case .literal(let text) = part { return text }
      count += 1
      return "{\(count)}"
    }.joined()
  }

  /// The text in English.
  package var english: String { text(in: English()) }

  /// Returns the text in a language; in English if the language lacks it.
  func text(in language: some MessageLanguage) -> String {
    let arguments = parts.compactMap { $0.argument(in: language) }
    guard let translation = language.translation(ofMessage: key) else {
      return parts.map { $0.argument(in: language) ?? $0.literal }.joined()
    }
    return translation.replacing(#/\{(\d+)\}/#) { blank in
      let index = Int(blank.output.1) ?? 0
      return arguments.indices.contains(index - 1) ? arguments[index - 1] : String(blank.output.0)
    }
  }

  /// Joins two messages to one.
  package static func + (first: Message, second: Message) -> Message {
    Message(first.parts + second.parts)
  }
}

/// Returns the hint that names what was probably meant, such as `Did you mean: scenarios`.
func didYouMean(_ meant: some CustomStringConvertible) -> Message {
  Message(filling: DisplayText.didYouMean("{1}"), with: "\(meant)")
}

/// Returns the hint that names several texts that may have been meant; empty if there are none.
func didYouMean(anyOf meant: [String]) -> [Message] {
  meant.isEmpty ? [] : [didYouMean(meant.joined(separator: ", "))]
}

/// A language into which messages are translated.
protocol MessageLanguage {
  /// Returns a message with its blanks; `nil` if the language does not have it.
  func translation(ofMessage key: String) -> String?

  /// Returns the word for an English word of the language of stories.
  func word(for name: String) -> String
}

private struct English: MessageLanguage {
  func translation(ofMessage key: String) -> String? { nil }

  func word(for name: String) -> String { name }
}

extension Message.Part {
  fileprivate var literal: String {
    if case .literal(let text) = self { text } else { "" }
  }

  /// Returns the text of an argument; `nil` for a part that is none.
  fileprivate func argument(in language: some MessageLanguage) -> String? {
    switch self {
    case .literal: nil
    case .value(let text): text
    case .word(let name): language.word(for: name)
    case .message(let message): message.text(in: language)
    }
  }
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

    /// Adds a message, which is translated, too.
    package mutating func appendInterpolation(_ message: Message) {
      parts.append(.message(message))
    }

    /// Adds a key, keyword or time word, given in English.
    package mutating func appendInterpolation(word: String) { parts.append(.word(word)) }
  }

  package init(stringLiteral text: String) { parts = [.literal(text)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}
