/// Leads from the facts screen to the screens that follow it.
///
/// The presenter keeps its router, so a router that needs the screen holds it weakly.
@MainActor
public protocol FactsRouter: AnyObject {
  /// Opens the details of the fact with an identifier.
  func openDetails(identifier: Int)
}
