/// A condition that stories write as a tag and data, such as `!contains Quick`.
///
/// A matcher is one type, which also stands for the negation, such as `!not-contains`. A module
/// adds its own with `Module.matchers`.
///
/// It is created once for each use in a story, and may be used by several threads.
public protocol Matcher: Sendable {
  /// The tag without `!`: words in lower case, with dashes between them.
  static var name: String { get }

  /// The data of an example, such as `3` for `!above 3`; empty by default.
  static var example: String { get }

  /// The kinds of values that the matcher applies to, such as "text and lists", for messages.
  static var subjects: String { get }

  /// The names of the same condition in other tools, without spaces and dashes; none by default.
  ///
  /// A hint replaces them by ``name``.
  static var otherNames: [String] { get }

  /// Creates the matcher from the data after its tag.
  init(_ content: MatcherContent) throws(DataError)

  /// Returns whether a value matches; `nil` if the matcher does not apply to values of its kind.
  ///
  /// For such a value neither the tag nor its negation holds. An absent value never matches if the
  /// result is `nil`.
  func matches(_ value: Value) -> Bool?

  /// Returns a note on a value that does not match, such as "it has 3 characters"; `nil` if the
  /// values explain themselves.
  ///
  /// By default it names the kinds of values that the matcher applies to, for a value of another.
  func note(on value: Value) -> String?

  /// Returns a note on a value that has no verdict; by default the same as ``note(on:)``.
  func noteOnUnjudged(_ value: Value) -> String?

  /// The expected values that the matcher contains; none by default.
  var parts: MatcherParts { get }

  /// Returns the data after the tag with which a value would match, for `scenarios accept`; by
  /// default `nil`, so that the author has to decide.
  func content(accepting value: Value) -> Value?
}

/// The expected values that a matcher contains, by the values that they are compared with.
///
/// Mistyped keys are found in all of them.
public enum MatcherParts: Sendable {
  /// The matcher contains no expected values.
  case none

  /// Each part is compared with the value itself. The matcher holds if one of them matches, or, if
  /// it is negated, if none does.
  case ofValue([ExpectedValue], isNegated: Bool)

  /// The part is compared with the elements of a list, until one matches.
  case anyElement(ExpectedValue)

  /// Each part is compared with a different element of a list.
  case elementsInAnyOrder([ExpectedValue])

  /// All parts.
  package var all: [ExpectedValue] {
    switch self {
    case .none: []
    case .ofValue(let parts, _), .elementsInAnyOrder(let parts): parts
    case .anyElement(let part): [part]
    }
  }
}

extension Matcher {
  /// No example data.
  public static var example: String { "" }

  /// Values of other kinds, in general words.
  public static var subjects: String { "other values" }

  /// No other names.
  public static var otherNames: [String] { [] }

  /// A note on the kind of a value without a verdict.
  public func note(on value: Value) -> String? {
    matches(value) == nil ? Self.note(onKindOf: value) : nil
  }

  /// The same note as for a value that does not match.
  public func noteOnUnjudged(_ value: Value) -> String? { note(on: value) }

  /// No parts.
  public var parts: MatcherParts { .none }

  /// No proposal.
  public func content(accepting value: Value) -> Value? { nil }

  static func note(onKindOf value: Value) -> String {
    "!\(name) applies only to \(subjects), but this is \(value.kindInWords)"
  }
}
