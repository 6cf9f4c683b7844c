/// The step that started a piece of work: its label in the simulation, so that a task or a request
/// leads back to the story.
struct StepPosition: Hashable {
  /// One act of a timeline.
  struct Act: Hashable {
    /// The index of its row among the rows of acts.
    var row: Int32
    /// The index of its column.
    var column: Int32
  }

  /// The index of the step.
  var step: Int

  /// The act, where the step is a timeline.
  ///
  /// Its numbers are short so that the whole fits into an existential without an allocation.
  var act: Act?
}
