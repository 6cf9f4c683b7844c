/// A router from the facts screen to other screens.
///
/// The presenter owns its router, so a router that refers to the screen holds it weakly.
@MainActor
public protocol FactsRouter: AnyObject {
  /// Opens the details of the fact with an identifier.
  func openDetails(identifier: Int)
}
