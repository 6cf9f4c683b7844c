extension Diagnostic {
  /// The kind of a diagnostic, for use by tools.
  ///
  /// Later versions may add rules, but the identifier of a rule never changes.
  public struct Rule: Sendable, Hashable, Identifiable, Codable {
    /// The identifier, such as `unknown-step`.
    public let id: String

    /// Creates a rule.
    public init(_ id: String) { self.id = id }

    // MARK: - Errors

    /// A file that can't be read as text.
    package static let unreadableFile = Self("unreadable-file")

    /// A crash of the app's code while a file is planned.
    package static let crash = Self("crash")

    /// Text that is not valid YAML.
    package static let yamlSyntax = Self("yaml-syntax")

    /// A key that occurs twice in a mapping.
    package static let repeatedKey = Self("repeated-key")

    /// A key that is not valid in its context.
    package static let unknownKey = Self("unknown-key")

    /// A key in data that has no value.
    package static let keyWithoutValue = Self("key-without-value")

    /// Any other error in a story.
    package static let invalidStory = Self("invalid-story")

    /// A title that another scenario or story already has.
    package static let repeatedTitle = Self("repeated-title")

    /// A module that doesn't exist.
    package static let unknownModule = Self("unknown-module")

    /// A sentence that matches no step definition.
    package static let unknownStep = Self("unknown-step")

    /// A sentence that matches several step definitions.
    package static let ambiguousStep = Self("ambiguous-step")

    /// A check among acts, or an act among checks.
    package static let misplacedStep = Self("misplaced-step")

    /// Invalid data, or an invalid parameter, of a sentence.
    public static let wrongData = Self("wrong-data")

    /// A file that a story refers to and that can't be found.
    public static let unknownFile = Self("unknown-file")

    // MARK: - Warnings and notes

    /// A scenario without checks.
    package static let checksNothing = Self("checks-nothing")

    /// A tag that is probably a misspelling of another.
    package static let mistypedTag = Self("mistyped-tag")

    /// A phrase that no step uses.
    package static let unusedPhrase = Self("unused-phrase")

    /// A value that its scenario or phrase doesn't use.
    package static let unusedPlaceholder = Self("unused-placeholder")

    /// A step definition or parameter type that is invalid in Swift code.
    package static let stepDefinition = Self("step-definition")

    /// A step definition that no story uses.
    package static let unusedStep = Self("unused-step")

    /// A file next to the stories that no story refers to.
    package static let unusedFile = Self("unused-file")

    /// A story that is not read because of its name or its folder's.
    package static let unreadStory = Self("unread-story")

    /// A text that a comment has probably cut short.
    package static let cutText = Self("cut-text")

    /// A text after `!not` or `never within`, a title or a reason that continues on the next line.
    package static let continuedText = Self("continued-text")

    /// An expected mapping without keys, which every mapping matches.
    package static let emptyMapping = Self("empty-mapping")

    /// A pattern that every text matches, or a tolerance that allows nearly every number.
    package static let matchesAll = Self("matches-all")

    /// A negation of a text that the app never shows, but nearly.
    package static let unshownText = Self("unshown-text")

    /// A check that may wait, but holds at once, before an answer that is due.
    package static let earlyCheck = Self("early-check")

    /// A check after a time word that the time word doesn't cover.
    package static let uncoveredCheck = Self("uncovered-check")

    /// A placeholder in a scenario without examples.
    package static let unknownPlaceholder = Self("unknown-placeholder")

    /// A scenario that fails, so that its checks can't be reviewed.
    package static let failingScenario = Self("failing-scenario")

    /// A kind of action of the app that no story permits.
    package static let sandboxViolation = Self("sandbox-violation")

    /// Checks that hold even without the act before them.
    package static let unprovenAct = Self("unproven-act")
  }
}
