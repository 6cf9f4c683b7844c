/// The routes from the users scene to other scenes.
@MainActor
public protocol UsersRoutingLogic: AnyObject {
  /// Opens the details of the selected user; does nothing if there is none.
  func routeToUserDetails()
}

/// The access to the users scene's data for other scenes.
@MainActor
public protocol UsersDataPassing: AnyObject {
  /// The data of the scene.
  var dataStore: any UsersDataStore { get }
}

/// A navigation stack, which shows and owns scenes.
@MainActor
public protocol UsersNavigation: AnyObject {
  /// Shows the details of a user on top of the list of users.
  func push(_ userDetails: UserDetailsViewController)
}

/// The router of the users scene, which opens other scenes and passes data to them.
@MainActor
public final class UsersRouter: UsersRoutingLogic, UsersDataPassing {
  /// The data of the scene.
  public let dataStore: any UsersDataStore

  private weak var navigation: (any UsersNavigation)?

  /// Creates a router.
  ///
  /// - Parameters:
  ///   - dataStore: The data of the scene.
  ///   - navigation: The navigation stack; held weakly because it owns this scene.
  public init(dataStore: any UsersDataStore, navigation: any UsersNavigation) {
    self.dataStore = dataStore
    self.navigation = navigation
  }

  /// Opens the details of the selected user; does nothing if there is none.
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
