/// Where the users scene leads to.
@MainActor
public protocol UsersRoutingLogic: AnyObject {
  /// Opens the details of the chosen user; does nothing while nobody is chosen.
  func routeToUserDetails()
}

/// What the users scene hands on to the scenes it leads to.
@MainActor
public protocol UsersDataPassing: AnyObject {
  /// What the scene knows.
  var dataStore: any UsersDataStore { get }
}

/// Puts scenes on the screen, one over the other, and owns them.
@MainActor
public protocol UsersNavigation: AnyObject {
  /// Shows a user's details over the list of users.
  func push(_ userDetails: UserDetailsViewController)
}

/// Opens the scenes that follow the users scene and gives them what they need to know.
@MainActor
public final class UsersRouter: UsersRoutingLogic, UsersDataPassing {
  /// What the scene knows.
  public let dataStore: any UsersDataStore

  private weak var navigation: (any UsersNavigation)?

  /// Creates a router.
  ///
  /// - Parameters:
  ///   - dataStore: What the scene knows.
  ///   - navigation: What shows the next scene; held weakly, because it owns this one.
  public init(dataStore: any UsersDataStore, navigation: any UsersNavigation) {
    self.dataStore = dataStore
    self.navigation = navigation
  }

  /// Opens the details of the chosen user; does nothing while nobody is chosen.
  public func routeToUserDetails() {
    guard dataStore.selectedUser != nil else { return }
    let details = UserDetailsViewController.make()
    passData(from: dataStore, to: details.router.dataStore)
    navigation?.push(details)
  }

  private func passData(from source: any UsersDataStore, to destination: any UserDetailsDataStore) {
    destination.user = source.selectedUser
  }
}
