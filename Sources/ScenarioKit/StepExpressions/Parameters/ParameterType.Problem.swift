extension ParameterType {
  /// An error in the definition of a parameter type.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a problem, for programs; later versions may add kinds.
    public struct Kind: Sendable, Hashable {
      /// The kind's name, such as `illegalName`.
      public let name: String

      /// The name is empty.
      public static let emptyName = Kind(name: "emptyName")
      /// The name contains an illegal character.
      public static let illegalName = Kind(name: "illegalName")
      /// The name is already in use.
      public static let duplicateName = Kind(name: "duplicateName")
      /// There is no regexp.
      public static let noRegexps = Kind(name: "noRegexps")
      /// A regexp is empty.
      public static let emptyRegexp = Kind(name: "emptyRegexp")
      /// A regexp is not a regular expression.
      public static let invalidRegexp = Kind(name: "invalidRegexp")
      /// A regexp contains a backreference.
      public static let backreference = Kind(name: "backreference")
      /// The sample does not match.
      public static let sampleWithoutMatch = Kind(name: "sampleWithoutMatch")
    }

    /// The kind of the problem.
    public let kind: Kind

    /// The name of the parameter type.
    public let typeName: String

    /// The problem, as a sentence without a full stop.
    public let message: String

    /// The remedy, as a sentence without a full stop.
    public let hint: String

    /// The message and the hint, on a line each.
    public var description: String { "\(message).\n\(hint)." }
  }
}

extension ParameterType.Problem {
  static var emptyName: Self {
    Self(
      kind: .emptyName, typeName: "", message: "A parameter type needs a name",
      hint: "The anonymous '{}' is built in")
  }

  static func illegalName(_ name: String) -> Self {
    Self(
      kind: .illegalName, typeName: name,
      message: "Illegal character in parameter name '{\(name)}'",
      hint: "Parameter names may not contain '{', '}', '(', ')', '\\' or '/'")
  }

  static func duplicateName(_ name: String) -> Self {
    Self(
      kind: .duplicateName, typeName: name,
      message: "There is already a parameter type '{\(name)}'",
      hint: "Choose another name or remove one of the two")
  }

  static func noRegexps(of name: String) -> Self {
    Self(
      kind: .noRegexps, typeName: name, message: "The parameter type '{\(name)}' has no regexp",
      hint: "Give it at least one regexp that its text matches")
  }

  static func emptyRegexp(of name: String) -> Self {
    Self(
      kind: .emptyRegexp, typeName: name,
      message: "A regexp of the parameter type '{\(name)}' is empty",
      hint: "Write a pattern that matches its text, such as '[a-z]+'")
  }

  static func invalidRegexp(_ regexp: String, of name: String) -> Self {
    Self(
      kind: .invalidRegexp, typeName: name,
      message: "The regexp '\(regexp)' of the parameter type '{\(name)}' is invalid",
      hint: "Check for an unmatched bracket, or for a '*' or '+' with nothing before it")
  }

  static func backreference(_ reference: String, in regexp: String, of name: String) -> Self {
    Self(
      kind: .backreference, typeName: name,
      message: "The regexp '\(regexp)' of the parameter type '{\(name)}' refers back to a group",
      hint: "Write out the pattern of '\(reference)', because each expression renumbers its groups")
  }

  static func sampleWithoutMatch(_ sample: String, of name: String) -> Self {
    Self(
      kind: .sampleWithoutMatch, typeName: name,
      message:
        "The sample '\(sample)' of the parameter type '{\(name)}' matches none of its regexps",
      hint: "Choose a text that a story can contain")
  }
}
