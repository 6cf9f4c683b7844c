extension Diagnostic {
  /// The kind of a diagnostic, for use by tools.
  ///
  /// Later versions may add rules, but the identifier of a rule never changes.
  public struct Rule: Sendable, Hashable, Identifiable, Codable {
    /// The identifier, such as `unknown-step`.
    public let id: String

    /// Creates a rule.
    public init(_ id: String) { self.id = id }
  }
}

// MARK: - Errors

extension Diagnostic.Rule {
  /// A file that can't be read as text.
  public static let unreadableFile = Self("unreadable-file")

  /// A crash of the app's code while a file is planned.
  public static let crash = Self("crash")

  /// Text that is not valid YAML.
  public static let yamlSyntax = Self("yaml-syntax")

  /// A key that occurs twice in a mapping.
  public static let repeatedKey = Self("repeated-key")

  /// A key that is not valid in its context.
  public static let unknownKey = Self("unknown-key")

  /// A key in data that has no value.
  public static let keyWithoutValue = Self("key-without-value")

  /// Any other error in a story.
  public static let invalidStory = Self("invalid-story")

  /// A title that another scenario or story already has.
  public static let repeatedTitle = Self("repeated-title")

  /// A module that doesn't exist.
  public static let unknownModule = Self("unknown-module")

  /// A sentence that matches no step definition.
  public static let unknownStep = Self("unknown-step")

  /// A sentence that matches several step definitions.
  public static let ambiguousStep = Self("ambiguous-step")

  /// A check among acts, or an act among checks.
  public static let misplacedStep = Self("misplaced-step")

  /// Invalid data, or an invalid parameter, of a sentence.
  public static let wrongData = Self("wrong-data")

  /// A file that a story refers to and that can't be found.
  public static let unknownFile = Self("unknown-file")

  // MARK: - Warnings and notes

  /// A scenario without checks.
  public static let checksNothing = Self("checks-nothing")

  /// A tag that is probably a misspelling of another.
  public static let mistypedTag = Self("mistyped-tag")

  /// A phrase that no step uses.
  public static let unusedPhrase = Self("unused-phrase")

  /// A value that its scenario or phrase doesn't use.
  public static let unusedPlaceholder = Self("unused-placeholder")

  /// A step definition or parameter type that is invalid in Swift code.
  public static let stepDefinition = Self("step-definition")

  /// A step definition that no story uses.
  public static let unusedStep = Self("unused-step")

  /// A file next to the stories that no story refers to.
  public static let unusedFile = Self("unused-file")

  /// A story that is not read because of its name or its folder's.
  public static let unreadStory = Self("unread-story")

  /// A text that a comment has probably cut short.
  public static let cutText = Self("cut-text")

  /// A text after `!not` or `never within`, a title or a reason that continues on the next line.
  public static let continuedText = Self("continued-text")

  /// An expected mapping without keys, which every mapping matches.
  public static let emptyMapping = Self("empty-mapping")

  /// A pattern that every text matches, or a tolerance that allows nearly every number.
  public static let matchesAll = Self("matches-all")

  /// A negation of a text that the app never shows, but nearly.
  public static let unshownText = Self("unshown-text")

  /// A check that may wait, but holds at once, before an answer that is due.
  public static let earlyCheck = Self("early-check")

  /// A check after a time word that the time word doesn't cover.
  public static let uncoveredCheck = Self("uncovered-check")

  /// A placeholder in a scenario without examples.
  public static let unknownPlaceholder = Self("unknown-placeholder")

  /// A scenario that fails, so that its checks can't be reviewed.
  public static let failingScenario = Self("failing-scenario")

  /// A kind of action of the app that no story permits.
  public static let sandboxViolation = Self("sandbox-violation")

  /// Checks that hold even without the act before them.
  public static let unprovenAct = Self("unproven-act")
}
