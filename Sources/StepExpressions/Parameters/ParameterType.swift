/// A kind of parameter that expressions name in braces: what its text looks like and what it means.
///
/// ```swift
/// var types = ParameterTypes.builtIn
/// try types.define(
///   ParameterType(name: "month", regexps: ["[A-Z][a-z]+"]) { texts in
///     guard let month = months.firstIndex(of: texts[0] ?? "") else {
///       throw ParameterType.InvalidValue("there is no such month")
///     }
///     return month + 1
///   })
/// ```
public struct ParameterType: Sendable {
  /// Turns the captured texts into the parameter's value.
  ///
  /// They are those of the regexps' capture groups, in order; `nil` for a group that took no part.
  /// Where the regexps have no groups there is one text, the whole.
  public typealias Transform<Value> = @Sendable (_ texts: [String?]) throws -> Value

  /// The name between the braces; empty for the anonymous `{}`.
  public let name: String

  /// The regular expressions, one of which the parameter's text has to match from end to end.
  public let regexps: [String]

  /// Whether steps that are proposed for a sentence may use this type.
  public let useForSnippets: Bool

  /// The Swift type of the parameter's values.
  public let valueType: any Sendable.Type

  let transform: Transform<any Sendable>

  /// The regexps as one pattern, in one group that is not captured.
  let pattern: String

  /// How many capture groups `pattern` has.
  let groupCount: Int

  /// Creates a parameter type.
  ///
  /// - Parameters:
  ///   - name: the name between the braces; not empty, without `{`, `}`, `(`, `)`, `\` and `/`.
  ///   - regexps: at least one regular expression as `NSRegularExpression` reads them, without
  ///     anchors and without references back to groups.
  ///   - useForSnippets: whether steps that are proposed for a sentence may use this type.
  ///   - transform: makes the value from the captured texts. An error that it throws fails the
  ///     match; throw an ``InvalidValue`` to say what is wrong in words.
  /// - Throws: a ``Problem`` where the name or a regexp can't be used.
  public init<Value: Sendable>(
    name: String, regexps: [String], useForSnippets: Bool = true,
    transform: @escaping Transform<Value>
  ) throws(Problem) {
    guard !name.isEmpty else { throw .emptyName }
    guard Self.isLegalName(name) else { throw .illegalName(name) }
    guard !regexps.isEmpty else { throw .noRegexps(of: name) }
    var groupCount = 0
    var patterns: [String] = []
    for regexp in regexps {
      let capture = try CapturePattern(regexp, of: name)
      groupCount += capture.groupCount
      patterns.append(capture.pattern)
    }
    self.init(
      name: name, regexps: regexps, patterns: patterns, groupCount: groupCount,
      useForSnippets: useForSnippets, transform: transform)
  }

  /// Creates a parameter type from parts that are known to be right.
  init<Value: Sendable>(
    name: String, regexps: [String], patterns: [String], groupCount: Int, useForSnippets: Bool,
    transform: @escaping Transform<Value>
  ) {
    self.name = name
    self.regexps = regexps
    self.useForSnippets = useForSnippets
    self.valueType = Value.self
    self.transform = { texts in try transform(texts) }
    self.pattern = "(?:" + patterns.map { "(?:\($0))" }.joined(separator: "|") + ")"
    self.groupCount = groupCount
  }

  /// Whether a text could be a part of a parameter type's name.
  static func isLegalName(_ name: String) -> Bool {
    !name.unicodeScalars.contains { "{}()\\/".unicodeScalars.contains($0) }
  }
}

extension ParameterType {
  /// Says why a text that looks like a parameter is none, in words for whoever wrote the sentence.
  public struct InvalidValue: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason: a clause without a full stop, such as `it has no wheels`.
    public let reason: String

    /// Creates an error from its reason.
    public init(_ reason: String) {
      self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
  }
}
