extension ParameterType {
  /// Why a parameter type can't be defined.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem it is, for programs; more kinds may come.
    public struct Kind: Sendable, Hashable {
      /// The kind's name, such as `illegalName`.
      public let name: String

      /// The name is empty.
      public static let emptyName = Kind(name: "emptyName")
      /// The name holds a character that no name may have.
      public static let illegalName = Kind(name: "illegalName")
      /// The name is taken.
      public static let duplicateName = Kind(name: "duplicateName")
      /// There is no regexp.
      public static let noRegexps = Kind(name: "noRegexps")
      /// A regexp is empty.
      public static let emptyRegexp = Kind(name: "emptyRegexp")
      /// A regexp is not a regular expression.
      public static let invalidRegexp = Kind(name: "invalidRegexp")
      /// A regexp refers back to one of its groups.
      public static let backreference = Kind(name: "backreference")
    }

    /// What kind of problem it is.
    public let kind: Kind

    /// The name of the parameter type.
    public let typeName: String

    /// What is wrong: one sentence without its full stop.
    public let message: String

    /// What to do about it: one sentence without its full stop.
    public let remedy: String

    /// The message and the remedy, a line each.
    public var description: String { "\(message).\n\(remedy)." }
  }
}

extension ParameterType.Problem {
  static var emptyName: Self {
    Self(
      kind: .emptyName, typeName: "", message: "A parameter type needs a name",
      remedy: "The anonymous '{}' is built in")
  }

  static func illegalName(_ name: String) -> Self {
    Self(
      kind: .illegalName, typeName: name,
      message: "Illegal character in parameter name '{\(name)}'",
      remedy: "Parameter names may not contain '{', '}', '(', ')', '\\' or '/'")
  }

  static func duplicateName(_ name: String) -> Self {
    Self(
      kind: .duplicateName, typeName: name,
      message: "There is already a parameter type '{\(name)}'",
      remedy: "Choose another name or remove one of the two")
  }

  static func noRegexps(of name: String) -> Self {
    Self(
      kind: .noRegexps, typeName: name, message: "The parameter type '{\(name)}' has no regexp",
      remedy: "Give it at least one regexp that its text matches")
  }

  static func emptyRegexp(of name: String) -> Self {
    Self(
      kind: .emptyRegexp, typeName: name,
      message: "A regexp of the parameter type '{\(name)}' is empty",
      remedy: "Write what its text looks like, such as '[a-z]+'")
  }

  static func invalidRegexp(_ regexp: String, of name: String) -> Self {
    Self(
      kind: .invalidRegexp, typeName: name,
      message: "The regexp '\(regexp)' of the parameter type '{\(name)}' can't be read",
      remedy: "Look for a bracket without its partner or a '*' or '+' with nothing before it")
  }

  static func backreference(_ reference: String, in regexp: String, of name: String) -> Self {
    Self(
      kind: .backreference, typeName: name,
      message: "The regexp '\(regexp)' of the parameter type '{\(name)}' refers back to a group",
      remedy:
        "Write out what '\(reference)' stands for, because every expression numbers its groups anew"
    )
  }
}
