/// The business logic of the user details scene.
@MainActor
public protocol UserDetailsBusinessLogic: AnyObject {
  /// Shows the scene's user; does nothing if there is none.
  func showUser(_ request: UserDetailsModels.ShowUser.Request)
}

/// The data of the user details scene.
@MainActor
public protocol UserDetailsDataStore: AnyObject {
  /// The user to show.
  var user: User? { get set }
}

/// The interactor of the user details scene, which stores its data.
@MainActor
public final class UserDetailsInteractor: UserDetailsBusinessLogic, UserDetailsDataStore {
  /// The user to show.
  public var user: User?

  private let presenter: any UserDetailsPresentationLogic

  /// Creates an interactor.
  public init(presenter: any UserDetailsPresentationLogic) {
    self.presenter = presenter
  }

  /// Shows the scene's user; does nothing if there is none.
  public func showUser(_ request: UserDetailsModels.ShowUser.Request) {
    guard let user else { return }
    presenter.presentUser(.init(user: user))
  }
}
