/// What a run calls work that it starts, so that a task or a request of it leads back to the story.
struct WorkLabel: Hashable {
  /// One act of a timeline.
  struct Act: Hashable {
    /// Which of the rows of acts it stands in, from 0.
    var row: Int
    /// Its column, from 0.
    var column: Int
  }

  /// The index of the step.
  var step: Int

  /// The act, where the step is a timeline.
  var act: Act?

  init(step: Int, act: Act? = nil) {
    self.step = step
    self.act = act
  }

  /// Reads a label back; `nil` for other work, such as building the module.
  init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 1 || numbers.count == 3, let step = numbers[0] else { return nil }
    self.init(step: step)
    if numbers.count == 3, let row = numbers[1], let column = numbers[2] {
      act = Act(row: row, column: column)
    }
  }

  /// The label as a simulation takes it: `2` for a step, `2/0/17` for an act of a timeline.
  var text: String { act.map { "\(step)/\($0.row)/\($0.column)" } ?? "\(step)" }
}
