import ScenarioKit
import ScenarioLanguage

/// A change of a scenario in the text of a story.
///
/// Lines are those of the text before the change, from 1.
package enum StoryChange: Sendable {
  /// Adds a step after the one in a line, if they belong to the same list.
  ///
  /// Lines are added, and no others change, except where a single step becomes a list. An act after
  /// a check begins a nested scenario with a title, because `when` comes before `then` in one; or,
  /// if it goes on, all steps become one list, as they do for a check between acts. A step that is
  /// too long for a line takes several in a text that has the standard layout.
  case addStep(NewStep, after: Int? = nil, title: String? = nil, goesOn: Bool = false)
  /// Gives the step in a line another sentence or other data.
  case replaceStep(at: Int, with: NewStep)
  case removeStep(at: Int)
  case moveStep(at: Int, up: Bool)
  /// Gives the scenario another place, with all inside of it, or removes them.
  case move(Move)
  /// Gives the scenario another title.
  case rename(String)
  /// Gives the scenario other examples.
  ///
  /// Only cells that differ, and rows and columns that are new or gone, change in the text. New
  /// columns are the last ones, and new rows come last.
  case setExamples(ExampleTable)

  /// A way in which a scenario gets another place; `away` removes it.
  package enum Move: String, Sendable { case up, down, inside, out, away }

  /// Whether the story may have an error after the change that its author corrects next, such as a
  /// step without its examples.
  var isFirstPart: Bool {
    switch self {
    case .addStep, .removeStep, .setExamples: true
    case .replaceStep, .moveStep, .move, .rename: false
    }
  }
}

/// A step to add to a scenario.
package struct NewStep: Sendable {
  /// The kind of the step, which is also the key that it is written under.
  package enum Kind: String, Sendable, Encodable { case given, when, then }

  package var kind: Kind

  /// The sentence.
  package var sentence: String

  /// Its data as YAML in one line; `nil` for none.
  package var data: String?

  /// A note for developers, which becomes a comment; `nil` for none.
  package var note: String?

  /// The time word of a check, and its length; `nil` for one that must hold at once.
  package var time: (kind: Timing.Kind, length: Duration)?

  package init(_ kind: Kind, _ sentence: String, data: String? = nil) {
    (self.kind, self.sentence, self.data) = (kind, sentence, data)
  }

  /// Throws an error if the data is not one value in YAML.
  func checkData() throws(Diagnostic) {
    guard let data else { return }
    let file = SourceFile(path: "", text: "{ data: \(data) }")
    guard file.documents?.first?.entries?.count == 1 else {
      throw Diagnostic("the value \"\(data)\" can't be read: a quote or a bracket may be missing")
    }
  }

  /// Returns the step as the value of a key in its line, or in brackets.
  ///
  /// A step with data is a mapping, which a value on the line of its key must not be.
  func value(_ language: StoryLanguage, in context: Notation.Context = .block) -> String {
    guard data != nil || time != nil else { return text(language, in: context) }
    return "{ \(text(language, in: .flow)) }"
  }

  /// Returns the step as an item of a list below its key.
  func text(_ language: StoryLanguage, in context: Notation.Context = .block) -> String {
    let isInside = data != nil && time != nil
    let sentence = Notation.text(sentence, in: isInside ? .flow : context)
    let text = data.map { "\(sentence): \($0)" } ?? sentence
    guard let time else { return text }
    return "\(language.timeWord(time.kind, time.length)): \(isInside ? "{ \(text) }" : text)"
  }
}

/// The examples of a scenario as a table of texts.
package struct ExampleTable: Hashable, Sendable, Codable {
  package struct Row: Hashable, Sendable, Codable {
    /// A text for each column.
    package var cells: [String]

    /// The index of the row in the story that this row replaces; `nil` for a new one.
    package var origin: Int?

    package init(_ cells: [String], origin: Int? = nil) {
      (self.cells, self.origin) = (cells, origin)
    }
  }

  package var columns: [String]
  package var rows: [Row]

  package init(columns: [String], rows: [Row]) { (self.columns, self.rows) = (columns, rows) }
}
