/// The step that started some work; as the work's label in the simulation, it leads from a task or
/// a request back to the story.
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

  /// The act, if the step is a timeline.
  ///
  /// Its numbers are small, so that the whole value fits in an existential without an allocation.
  var act: Act?
}
