/// The display logic of the user details scene.
@MainActor
public protocol UserDetailsDisplayLogic: AnyObject {
  /// Shows a user.
  func displayUser(_ viewModel: UserDetailsModels.ShowUser.ViewModel)
}

/// The drawing interface of the user details scene.
@MainActor
public protocol UserDetailsContentView: AnyObject {
  /// Draws a user in place of the previous one.
  func configure(_ viewModel: UserDetailsModels.ShowUser.ViewModel)
}

/// The view controller of the user details scene, which passes view models to the content view.
@MainActor
public final class UserDetailsViewController: UserDetailsDisplayLogic {
  /// The content view, which must be set before `viewDidLoad`.
  public var contentView: (any UserDetailsContentView)?

  /// The router, through which other scenes set the user to show.
  public let router: any UserDetailsDataPassing

  private let interactor: any UserDetailsBusinessLogic

  /// Creates a view controller from the parts of its scene.
  public init(interactor: any UserDetailsBusinessLogic, router: any UserDetailsDataPassing) {
    self.interactor = interactor
    self.router = router
  }

  /// Creates the scene; the caller has to own it.
  public static func make() -> UserDetailsViewController {
    let presenter = UserDetailsPresenter()
    let interactor = UserDetailsInteractor(presenter: presenter)
    let viewController = UserDetailsViewController(
      interactor: interactor, router: UserDetailsRouter(dataStore: interactor))
    presenter.viewController = viewController
    return viewController
  }

  /// Shows the user after the view was loaded.
  public func viewDidLoad() {
    interactor.showUser(.init())
  }

  /// Shows a user.
  public func displayUser(_ viewModel: UserDetailsModels.ShowUser.ViewModel) {
    contentView?.configure(viewModel)
  }
}
