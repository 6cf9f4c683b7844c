/// What the user details scene's interactor has to tell.
@MainActor
public protocol UserDetailsPresentationLogic: AnyObject {
  /// Tells who is to be shown.
  func presentUser(_ response: UserDetailsModels.ShowUser.Response)
}

/// Puts a user into the words that the reader sees.
@MainActor
public final class UserDetailsPresenter: UserDetailsPresentationLogic {
  /// Whom it tells; held weakly, because the view controller owns what leads here.
  public weak var viewController: (any UserDetailsDisplayLogic)?

  /// Creates a presenter that has nobody to tell yet.
  public init() {}

  /// Shows a user.
  public func presentUser(_ response: UserDetailsModels.ShowUser.Response) {
    let user = response.user
    viewController?.displayUser(.init(title: user.name, username: "@\(user.username)"))
  }
}
