/// Something that code in a simulation did outside story time, where nobody can promise what
/// happens when.
public enum Escape: Sendable, Hashable, CustomStringConvertible {
  /// It handed work to a Dispatch queue.
  case dispatch

  /// It put its thread to sleep this long. Story time passed, and nothing else could happen in it.
  case threadSleep(Duration)

  /// One of its tasks was resumed by a thread outside the simulation.
  case resumedFromOutside

  /// What happened and what to do instead, for the people who wrote the code.
  public var description: String {
    switch self {
    case .dispatch:
      "the app handed work to a DispatchQueue, which runs outside story time; use a Task instead"
    case .threadSleep(let duration):
      "the app put its thread to sleep for \(StoryTimeText.span(duration)); use Task.sleep instead"
    case .resumedFromOutside:
      "the app was resumed from a thread outside story time; "
        + "replace what it called there by a fake, or use a Task"
    }
  }
}
