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
/// ``StoryLanguage/text(of:)`` finds by its literals. A text that its author is free to choose, such as
/// the reason of a `skip`, is interpolated as `\(authored: reason)` and is never translated.
///
/// In JSON, it has the form that `ResultsFile` describes.
package struct Message: Sendable, Codable, Hashable {
  fileprivate enum Part: Sendable {
    case literal(String)
    case value(String, isAuthored: Bool = false)
    case word(String)
    case message(Message)

    var english: String {
      switch self {
      case .literal(let text), .value(let text, _), .word(let text): text
      case .message(let message): message.english
      }
    }
  }

  fileprivate var parts: [Part]

  /// The texts that a hint proposes in place of the range of its diagnostic; `nil` if it has none.
  package private(set) var corrections: [String]?

  /// Creates a message that is a value.
  package init(verbatim text: String) { parts = [.value(text)] }

  /// Creates a message of literals with values between them.
  package init(alternating texts: [String]) {
    parts = texts.enumerated().map { $0.isMultiple(of: 2) ? .literal($1) : .value($1) }
  }

  /// Creates a hint that proposes texts in place of the range of its diagnostic.
  package init(_ hint: Message, corrections: [String]) {
    (parts, self.corrections) = (hint.parts, corrections.isEmpty ? nil : corrections)
  }

  fileprivate init(_ parts: [Part]) { self.parts = parts }

  /// Returns a number with its noun, such as `1 scenario` or `2 scenarios`.
  ///
  /// - Parameter noun: A noun whose plural has an "s".
  package static func counted(_ number: Int, _ noun: String) -> Message {
    number == 1
      ? Message([.literal("1 \(noun)")]) : Message([.value("\(number)"), .literal(" \(noun)s")])
  }

  /// The text in English.
  package var english: String { parts.map(\.english).joined() }

  /// The literals, with numbers in braces in place of the other parts.
  var pattern: String {
    var count = 0
    return parts.map { part in
      if case .literal(let text) = part { return text }
      count += 1
      return "{\(count)}"
    }.joined()
  }

  /// The parts other than literals.
  var arguments: [Message] {
    parts.compactMap { part in
      switch part {
      case .literal: nil
      case .value: Message([part])
      case .word(let text): Message(verbatim: text)
      case .message(let message): message
      }
    }
  }

  /// Whether the message is a text of an author.
  var isAuthored: Bool {
    if case .value(_, true)? = parts.first { parts.count == 1 } else { false }
  }

  /// The message with the parts of messages in place of these.
  var flattened: Message {
    Message(
      parts.flatMap { part in
        if case .message(let message) = part { message.flattened.parts } else { [part] }
      })
  }

  /// Returns whether the message begins with a value, which can be in quotes.
  package func begins(with value: String) -> Bool {
    let message = flattened
    return message.arguments.first?.english == value
      && message.pattern.drop { $0 == "\"" }.hasPrefix("{1}")
  }

  /// Returns the message with its words of a story in a language.
  ///
  /// - Parameter word: Returns the language's word for an English one.
  func inWords(_ word: (String) -> String) -> Message {
    changed { if case .word(let name) = $0 { .value(word(name)) } else { $0 } }
  }

  /// Returns the message without corrections and with a change of its texts, such as of secrets.
  ///
  /// If the change is not only one of values, the result is a value.
  package func changingTexts(_ change: (String) -> String) -> Message {
    let text = change(english)
    let message = changed { part in
      guard case .value(let value, let isAuthored) = part else { return part }
      return .value(change(value), isAuthored: isAuthored)
    }
    return message.english == text ? Message(message, corrections: []) : Message(verbatim: text)
  }

  /// Returns the text with others in place of the messages in it.
  func replacingMessages(_ text: (Message) -> String) -> String {
    parts.map { if case .message(let message) = $0 { text(message) } else { $0.english } }.joined()
  }

  private func changed(_ change: (Part) -> Part) -> Message {
    var message = self
    message.parts = parts.map { part in
      if case .message(let inner) = part { .message(inner.changed(change)) } else { change(part) }
    }
    return message
  }

  /// Joins two messages to one.
  package static func + (one: Self, other: Self) -> Self { Self(one.parts + other.parts) }

  /// Returns whether two messages have the same text in English, whatever parts it has.
  package static func == (one: Message, other: Message) -> Bool { one.english == other.english }

  /// Hashes the text in English.
  package func hash(into hasher: inout Hasher) { hasher.combine(english) }
}

extension Message.Part: Codable {
  /// A part other than a literal, with one of the properties.
  private struct Object: Codable {
    /// A literal in bytes, which do not distinguish a text from an object.
    var literal: String?
    var value: String?
    /// Whether the value is a text of an author; `nil` if not.
    var isAuthored: Bool?
    var word: String?
    var message: [Message.Part]?
  }

  init(from decoder: any Decoder) throws {
    if !(decoder is any BinaryCoding), let text = try? String(from: decoder) {
      self = .literal(text)
      return
    }
    let object = try Object(from: decoder)
    self =
      object.literal.map(Self.literal)
      ?? object.value.map { .value($0, isAuthored: object.isAuthored == true) }
      ?? object.word.map(Self.word) ?? Self.message(Message(object.message ?? []))
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .literal(let text) where !(encoder is any BinaryCoding): try text.encode(to: encoder)
    case .literal(let text): try Object(literal: text).encode(to: encoder)
    case .value(let text, let isAuthored):
      try Object(value: text, isAuthored: isAuthored ? true : nil).encode(to: encoder)
    case .word(let text): try Object(word: text).encode(to: encoder)
    case .message(let message): try Object(message: message.parts).encode(to: encoder)
    }
  }
}

/// Returns the hint that names what was probably meant, such as `Did you mean: scenarios`.
///
/// - Parameter corrections: The texts in place of the range of the diagnostic; by default, what was
///   meant.
package func didYouMean(
  _ meant: some CustomStringConvertible, corrections: [String]? = nil
) -> Message { Message("Did you mean: \(meant)", corrections: corrections ?? ["\(meant)"]) }

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

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.literal(literal)) }
    }

    /// Adds a text or a number, without a search for what prints it.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(.value(value.description))
    }

    /// Adds a value, which is the same in every language.
    package mutating func appendInterpolation<T>(_ value: T) { parts.append(.value("\(value)")) }

    /// Adds a text of an author.
    package mutating func appendInterpolation(authored text: String) {
      parts.append(.value(text, isAuthored: true))
    }

    /// Adds a message.
    package mutating func appendInterpolation(_ part: Message) { parts.append(.message(part)) }

    /// Adds a key, keyword or time word, given in English.
    package mutating func appendInterpolation(word: String) { parts.append(.word(word)) }
  }

  package init(stringLiteral text: String) { parts = [.literal(text)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}
