/// A rule by which a variation is recognised as wrong, although no story says anything about it.
///
/// Each is narrow: it looks for what hardly any correct app does. `Tests/PlantedBugs/find` shows
/// which planted bugs each of them finds. Findings come in the order of the cases: first what is lost
/// or done twice, then dead ends, then signs.
package enum Judge: String, Sendable, Hashable, Codable, CaseIterable {
  /// A crash, a hang, a task that never ends, a broken `always`, or requests without end.
  case hard
  /// An act that is done twice sends twice what changes something.
  case sentTwice = "sent twice"
  /// The app sends more of what changes something, although only the times of answers differ.
  case sentMore = "sent more"
  /// The app sends again, by itself, what the server may have carried out.
  case sentAgain = "sent again"
  /// The app does what an act has just prevented.
  case effectAfterCancellation = "effect after cancellation"
  /// An act has no effect although the app shows what it shows where the act has one.
  case lostAct = "lost act"
  /// A request that changes something fails, and the app shows what its success shows.
  case unreportedFailure = "unreported failure"
  /// An answer fails, and the app shows other values as if nothing had happened.
  case unreportedError = "unreported error"
  /// Answers that are in flight together come in the other order, and the end is another one.
  case order
  /// An act that comes at once has its effect, but the end is another one.
  case atOnce = "at once"
  /// An act that is done twice at once has another end than if it is done twice apart.
  case twice
  /// After a failure, the same act with a good answer does not lead where it otherwise does.
  case stuckState = "stuck state"
  /// An act of a journey leads elsewhere than in a scenario where the same was shown before it.
  case anotherWay = "another way"
  /// Nothing is pending, and the app shows what it otherwise shows only while something is.
  case passingState = "passing state"
  /// Something is shown for a moment that nothing shows where no answer fails.
  case flash
  /// Different failures of one answer have different ends.
  case inconsistentErrors = "inconsistent errors"
  /// Nothing is pending, and the app shows a combination that no story shows.
  case newState = "new state"
}
