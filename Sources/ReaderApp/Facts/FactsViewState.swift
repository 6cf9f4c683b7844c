/// The content of the facts screen, independent of how it is drawn.
public enum FactsViewState: Sendable, Hashable {
  /// Only the button that loads a fact.
  case initial

  /// Only the activity indicator.
  case loading

  /// A fact, how long ago it was published, and the button that opens its details.
  case info(infoText: String, timeAgoText: String)
}
