/// Where other scenes leave what the user details scene has to know.
@MainActor
public protocol UserDetailsDataPassing: AnyObject {
  /// What the scene has to be given.
  var dataStore: any UserDetailsDataStore { get }
}

/// The way into the user details scene, which leads nowhere else yet.
@MainActor
public final class UserDetailsRouter: UserDetailsDataPassing {
  /// What the scene has to be given.
  public let dataStore: any UserDetailsDataStore

  /// Creates a router.
  public init(dataStore: any UserDetailsDataStore) {
    self.dataStore = dataStore
  }
}
