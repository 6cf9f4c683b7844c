/// What the facts screen shows, whatever it is drawn with.
public enum FactsViewState: Sendable, Hashable {
  /// Only the button that loads a fact.
  case initial

  /// Only the activity indicator.
  case loading

  /// A fact, how long ago it was published, and the button that opens its details.
  case info(infoText: String, timeAgoText: String)
}
