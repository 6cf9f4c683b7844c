/// The access to the user details scene's data for other scenes.
@MainActor
public protocol UserDetailsDataPassing: AnyObject {
  /// The data of the scene.
  var dataStore: any UserDetailsDataStore { get }
}

/// The router of the user details scene, which leads to no other scene yet.
@MainActor
public final class UserDetailsRouter: UserDetailsDataPassing {
  /// The data of the scene.
  public let dataStore: any UserDetailsDataStore

  /// Creates a router.
  public init(dataStore: any UserDetailsDataStore) {
    self.dataStore = dataStore
  }
}
