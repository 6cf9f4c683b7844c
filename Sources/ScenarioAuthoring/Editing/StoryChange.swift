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
