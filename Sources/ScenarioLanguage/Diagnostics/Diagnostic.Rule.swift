extension Diagnostic {
  /// The kind of a diagnostic, for use by tools.
  ///
  /// Later versions may add rules, but the identifier of a rule never changes.
  public struct Rule: Sendable, Hashable, Identifiable, Codable {
    /// The identifier, such as `unknown-step`.
    public let id: String

    /// A sentence that describes the diagnostics of this kind.
    public let summary: String

    /// General advice on fixing diagnostics of this kind.
    public let help: String

    /// Creates a rule.
    public init(_ id: String, _ summary: String, help: String) {
      self.id = id
      self.summary = summary
      self.help = help
    }

    /// Returns whether two rules have the same identifier.
    public static func == (one: Rule, other: Rule) -> Bool { one.id == other.id }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }
}

// MARK: - Errors

extension Diagnostic.Rule {
  /// A file that can't be read as text.
  public static let unreadableFile = Self(
    "unreadable-file", "The file can't be read.",
    help: "Save it as UTF-8 text within the size limit, and make it readable for everyone.")

  /// A crash of the app's code while a file is planned.
  public static let crash = Self(
    "crash", "The app's code crashed while the file was planned.",
    help: "Look at the code that decodes the data of the step.")

  /// Text that is not valid YAML.
  public static let yamlSyntax = Self(
    "yaml-syntax", "The text is not valid YAML.",
    help: "Check the spaces, colons, quotes and brackets in this line and the one above it.")

  /// A key that occurs twice in a mapping.
  public static let repeatedKey = Self(
    "repeated-key", "A key occurs twice.",
    help: "Write each key once; write several values of one key as a list.")

  /// A key that is not valid in its context.
  public static let unknownKey = Self(
    "unknown-key", "A key isn't allowed in this place.",
    help: "Write one of the keys that a story or a scenario has.")

  /// A key in data that has no value.
  public static let keyWithoutValue = Self(
    "key-without-value", "A key in data has no value.",
    help: "Write its value, or \"!absent\" to check that there is no such key.")

  /// Any other error in a story.
  public static let invalidStory = Self(
    "invalid-story", "The story is invalid in another way.",
    help: "The page \"Writing stories\" describes the parts of a story.")

  /// A title that another scenario or story already has.
  public static let repeatedTitle = Self(
    "repeated-title", "Two scenarios or stories have the same title.",
    help: "Give one of them another title, so that people and reports can tell them apart.")

  /// A module that doesn't exist.
  public static let unknownModule = Self(
    "unknown-module", "The module doesn't exist.",
    help: "Write the name of one of the modules that \"scenarios steps\" lists.")

  /// A sentence that matches no step definition.
  public static let unknownStep = Self(
    "unknown-step", "No step matches the sentence.",
    help: "Write a sentence that \"scenarios steps\" lists, or have a developer define it.")

  /// A sentence that matches several step definitions.
  public static let ambiguousStep = Self(
    "ambiguous-step", "Several steps match the sentence.",
    help:
      "Reword it so that it matches only one step, or ask a developer to make the steps distinct.")

  /// A check among acts, or an act among checks.
  public static let misplacedStep = Self(
    "misplaced-step", "A step is in a place where steps of its kind aren't allowed.",
    help: "Prepare under \"given\", act under \"when\", check under \"then\".")

  /// Invalid data, or an invalid parameter, of a sentence.
  public static let wrongData = Self(
    "wrong-data", "The data of a sentence can't be used as it is written.",
    help: "Write data of the kind that the message names.")

  /// A file that a story refers to and that can't be found.
  public static let unknownFile = Self(
    "unknown-file", "A file that the story refers to doesn't exist.",
    help:
      "Put it next to the story and write its exact name, including capital letters and extension.")
}

// MARK: - Warnings and notes

extension Diagnostic.Rule {
  /// A scenario without checks.
  public static let checksNothing = Self(
    "checks-nothing", "The scenario checks nothing.",
    help: "Below \"then\", add a check of what the app shows.")

  /// A tag that is probably a misspelling of another.
  public static let mistypedTag = Self(
    "mistyped-tag", "A tag is used once and is nearly the same as another.",
    help: "Spell both the same way if they are meant to be the same tag.")

  /// A phrase that no step uses.
  public static let unusedPhrase = Self(
    "unused-phrase", "No step of the story uses the phrase.",
    help: "Use the phrase in a scenario, or remove it.")

  /// A value that its scenario or phrase doesn't use.
  public static let unusedPlaceholder = Self(
    "unused-placeholder", "Nothing uses the value of a placeholder.",
    help: "Write the placeholder where its value belongs, or remove the value.")

  /// A step definition or parameter type that is invalid in Swift code.
  public static let stepDefinition = Self(
    "step-definition", "A step definition can't be used.",
    help: "Correct the Swift code at this location.")

  /// A step definition that no story uses.
  public static let unusedStep = Self(
    "unused-step", "No story uses the step.",
    help: "Delete the step definition, or use it in a story.")

  /// A file next to the stories that no story refers to.
  public static let unusedFile = Self(
    "unused-file", "No story refers to the file.",
    help: "Delete the file, or refer to it in a story.")

  /// A story that is not read because of its name or its folder's.
  public static let unreadStory = Self(
    "unread-story", "A story is not read because of its name.",
    help: "Rename the file or the folder, or move the story.")

  /// A text that a comment has probably cut short.
  public static let cutText = Self(
    "cut-text", "A comment cuts a text short.",
    help: "Put the text in quotes if the part after \" #\" belongs to it.")

  /// A text after `!not` or `never within`, a title or a reason that continues on the next line.
  public static let continuedText = Self(
    "continued-text", "A text that must not occur, a title or a reason continues on the next line.",
    help: "Indent the next line less if it is a step or a key, or put the whole text in quotes.")

  /// An expected mapping without keys, which every mapping matches.
  public static let emptyMapping = Self(
    "empty-mapping", "An expected value is a mapping without keys.",
    help: "Write \"!exactly {}\" for a mapping without keys, or \"!any\" for any value.")

  /// A pattern that every text matches.
  public static let matchesAll = Self(
    "matches-all", "Every text matches an expected pattern.",
    help: "Write + in place of *, or ^ and $ around the pattern for the whole text.")

  /// A negation of a text that the app never shows, but nearly.
  public static let unshownText = Self(
    "unshown-text", "A check excludes a text that the app never shows.",
    help: "Write the text as the app shows it; otherwise the check holds whatever the app does.")

  /// A check after a time word that the time word doesn't cover.
  public static let uncoveredCheck = Self(
    "uncovered-check", "A check with \"and\" follows a time word, but is not covered by it.",
    help: "Write both checks as a list below the time word, or \"then\" for a check of one moment.")

  /// A placeholder in a scenario without examples.
  public static let unknownPlaceholder = Self(
    "unknown-placeholder", "Nothing gives a placeholder a value.",
    help: "Add examples with the value, or write \"\\x3C\" in place of \"<\" for a text.")

  /// A scenario that fails, so that its checks can't be reviewed.
  public static let failingScenario = Self(
    "failing-scenario", "The scenario fails.",
    help: "Run the scenario, and correct the story or the app.")

  /// A kind of action of the app that no story permits.
  public static let sandboxViolation = Self(
    "sandbox-violation", "The app does something that no story permits.",
    help: "Use what the message names, inject a double, or permit it in the module.")

  /// Checks that hold even without the act before them.
  public static let unprovenAct = Self(
    "unproven-act", "The checks hold even without the act before them.",
    help: "Check something that the act changes, unless it is meant to change nothing.")
}
