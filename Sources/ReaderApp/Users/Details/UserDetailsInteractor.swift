/// What the user details scene can be asked to do.
@MainActor
public protocol UserDetailsBusinessLogic: AnyObject {
  /// Shows the user whom the scene was given; nobody where it was given none.
  func showUser(_ request: UserDetailsModels.ShowUser.Request)
}

/// What the user details scene has to be given.
@MainActor
public protocol UserDetailsDataStore: AnyObject {
  /// The user to show.
  var user: User? { get set }
}

/// Does what the user details scene is for, and keeps what it was given.
@MainActor
public final class UserDetailsInteractor: UserDetailsBusinessLogic, UserDetailsDataStore {
  /// The user to show.
  public var user: User?

  private let presenter: any UserDetailsPresentationLogic

  /// Creates an interactor.
  public init(presenter: any UserDetailsPresentationLogic) {
    self.presenter = presenter
  }

  /// Shows the user whom the scene was given; nobody where it was given none.
  public func showUser(_ request: UserDetailsModels.ShowUser.Request) {
    guard let user else { return }
    presenter.presentUser(.init(user: user))
  }
}
