import ScenarioLanguage

/// A kind of parameter that expressions name in braces, with its text patterns and its values.
///
/// ```swift
/// var types = ParameterTypes.builtIn
/// try types.define(
///   ParameterType(
///     name: "month", regexps: ["[A-Z][a-z]+"], sample: "May", meaning: "a month"
///   ) { texts in
///     guard let month = months.firstIndex(of: texts[0] ?? "") else {
///       throw ParameterType.InvalidValue("there is no such month")
///     }
///     return month + 1
///   })
/// ```
public struct ParameterType: Sendable {
  /// A function that turns captured texts into the parameter's value.
  ///
  /// The texts are those of the regexps' capture groups, in order, with `nil` for a group that did
  /// not participate. If the regexps have no groups, the only text is the whole match.
  public typealias Transform<Value> = @Sendable (_ texts: [String?]) throws -> Value

  /// The name between the braces; empty for the anonymous `{}`.
  public let name: String

  /// The regular expressions, at least one of which must match the parameter's whole text.
  public let regexps: [String]

  /// A text that matches, for examples; by default the first word of a regexp such as `red|blue`,
  /// or `nil`.
  public let sample: String?

  /// The meaning of a text, as a noun with its article, such as `a month`; `nil` if unknown.
  public let meaning: String?

  /// Whether expressions that are proposed for a sentence may use this type.
  public let useForSnippets: Bool

  /// The Swift type of the parameter's values.
  public let valueType: any Sendable.Type

  let transform: Transform<any Sendable>

  /// The regexps as one pattern, in a non-capturing group.
  let pattern: String

  /// The number of capture groups in `pattern`.
  let groupCount: Int

  /// Creates a parameter type.
  ///
  /// - Parameters:
  ///   - name: The name between the braces. It must not be empty or contain `{`, `}`, `(`, `)`, `\`
  ///     or `/`.
  ///   - regexps: At least one regular expression in the syntax of `NSRegularExpression`, without
  ///     anchors and backreferences.
  ///   - sample: A text that matches, which examples of sentences show; by default the first word
  ///     of a regexp such as `red|blue`.
  ///   - meaning: The meaning of a text, as a noun with its article, such as `a month`. Lists of
  ///     sentences explain the parameter with it.
  ///   - useForSnippets: Whether expressions that are proposed for a sentence may use this type.
  ///   - transform: A function that creates the value from the captured texts. An error that it
  ///     throws fails the match; throw an ``InvalidValue`` to give a reason in words.
  /// - Throws: A ``Problem`` if the name, a regexp or the sample is invalid.
  public init<Value: Sendable>(
    name: String, regexps: [String], sample: String? = nil, meaning: String? = nil,
    useForSnippets: Bool = true, transform: @escaping Transform<Value>
  ) throws(Problem) {
    guard !name.isEmpty else {
      throw .init(
        "A parameter type needs a name", hint: "The anonymous '{}' is built in", of: name)
    }
    guard Self.isLegalName(name) else {
      throw .init(
        "Illegal character in parameter name '{\(name)}'",
        hint: "Parameter names may not contain '{', '}', '(', ')', '\\' or '/'", of: name)
    }
    guard !regexps.isEmpty else {
      throw .init(
        "The parameter type '{\(name)}' has no regexp",
        hint: "Give it at least one regexp that its text matches", of: name)
    }
    var groupCount = 0
    var patterns: [String] = []
    var matchesSample = false
    for regexp in regexps {
      let capture = try CapturePattern(regexp, of: name, sample: sample)
      matchesSample = matchesSample || capture.matchesSample
      groupCount += capture.groupCount
      patterns.append(capture.pattern)
    }
    self.init(
      name: name, regexps: regexps, patterns: patterns, groupCount: groupCount, sample: sample,
      meaning: meaning, useForSnippets: useForSnippets, transform: transform)
    if let sample, !matchesSample, !fits(sample) {
      throw .init(
        "The sample '\(sample)' of the parameter type '{\(name)}' matches none of its regexps",
        hint: "Choose a text that a story can contain", of: name)
    }
  }

  /// Creates a parameter type without validating its parts.
  init<Value: Sendable>(
    name: String, regexps: [String], patterns: [String], groupCount: Int = 0, sample: String?,
    meaning: String?, useForSnippets: Bool, transform: @escaping Transform<Value>
  ) {
    (self.name, self.regexps) = (name, regexps)
    self.sample = sample ?? Self.words(of: regexps).first
    (self.meaning, self.useForSnippets) = (meaning, useForSnippets)
    self.valueType = Value.self
    self.transform = { texts in try transform(texts) }
    self.pattern = "(?:" + patterns.map { "(?:\($0))" }.joined(separator: "|") + ")"
    self.groupCount = groupCount
  }

  /// The words that the parameter accepts, if it is a choice such as `GET|POST`; otherwise empty.
  var words: [String] { Self.words(of: regexps) }

  private static func words(of regexps: [String]) -> [String] {
    let words = regexps.flatMap { $0.split(separator: "|", omittingEmptySubsequences: false) }
    let isChoice = words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
    }
    return isChoice ? words.map(String.init) : []
  }

  /// Whether a text is written in quotes.
  package var isQuoted: Bool { sample?.first == "\"" }

  /// Whether a text is a number, which can require a plural after it.
  var isNumber: Bool { valueType is any Numeric.Type && fits("2") }

  /// Whether any word is a text of the type.
  var isOpen: Bool { fits("…") }

  /// Returns whether a whole text matches a regexp.
  func fits(_ text: String) -> Bool {
    SafeRegex("\\A" + pattern + "\\z")?.matches(in: text, limit: 1)?.isEmpty == false
  }

  /// Returns whether a text can be part of a parameter type's name.
  static func isLegalName(_ name: String) -> Bool {
    !name.unicodeScalars.contains { "{}()\\/".unicodeScalars.contains($0) }
  }
}

extension ParameterType {
  /// The reason why a text is not a valid parameter, in words for the author of the story.
  public struct InvalidValue: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, by which it is translated.
    package let text: Message

    /// The reason, as a clause without a full stop, such as `it has no wheels`.
    public var reason: String { text.english }

    /// Creates an error with a reason.
    ///
    /// Disfavored, so that the texts which are written in a call of this package are messages.
    @_disfavoredOverload
    public init(_ reason: String) { self.init(Message(verbatim: reason)) }

    /// Creates an error whose reason has translations.
    package init(_ reason: Message) { text = reason }

    /// The reason.
    public var description: String { reason }
  }
}
