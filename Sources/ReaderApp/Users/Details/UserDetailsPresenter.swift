/// The presentation logic of the user details scene.
@MainActor
public protocol UserDetailsPresentationLogic: AnyObject {
  /// Presents a user.
  func presentUser(_ response: UserDetailsModels.ShowUser.Response)
}

/// The presenter of the user details scene, which formats a user for display.
@MainActor
public final class UserDetailsPresenter: UserDetailsPresentationLogic {
  /// The view controller, held weakly because it owns the interactor and thereby this presenter.
  public weak var viewController: (any UserDetailsDisplayLogic)?

  /// Creates a presenter without a view controller.
  public init() {}

  /// Presents a user.
  public func presentUser(_ response: UserDetailsModels.ShowUser.Response) {
    let user = response.user
    viewController?.displayUser(.init(title: user.name, username: "@\(user.username)"))
  }
}
