/// What the user details scene's presenter has to show.
@MainActor
public protocol UserDetailsDisplayLogic: AnyObject {
  /// Shows a user.
  func displayUser(_ viewModel: UserDetailsModels.ShowUser.ViewModel)
}

/// What draws the user details scene.
@MainActor
public protocol UserDetailsContentView: AnyObject {
  /// Draws a user, in place of what was drawn before.
  func configure(_ viewModel: UserDetailsModels.ShowUser.ViewModel)
}

/// Turns view models of the user details scene into what the reader sees.
@MainActor
public final class UserDetailsViewController: UserDetailsDisplayLogic {
  /// What draws the scene; has to be there before `viewDidLoad`.
  public var contentView: (any UserDetailsContentView)?

  /// Where other scenes leave the user to show.
  public let router: any UserDetailsDataPassing

  private let interactor: any UserDetailsBusinessLogic

  /// Creates a view controller from the parts of its scene.
  public init(interactor: any UserDetailsBusinessLogic, router: any UserDetailsDataPassing) {
    self.interactor = interactor
    self.router = router
  }

  /// Makes the scene, for whatever shows it to own.
  public static func make() -> UserDetailsViewController {
    let presenter = UserDetailsPresenter()
    let interactor = UserDetailsInteractor(presenter: presenter)
    let viewController = UserDetailsViewController(
      interactor: interactor, router: UserDetailsRouter(dataStore: interactor))
    presenter.viewController = viewController
    return viewController
  }

  /// Shows the user as soon as there is a view to show them in.
  public func viewDidLoad() {
    interactor.showUser(.init())
  }

  /// Shows a user.
  public func displayUser(_ viewModel: UserDetailsModels.ShowUser.ViewModel) {
    contentView?.configure(viewModel)
  }
}
