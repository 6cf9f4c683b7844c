/// The display logic of the users scene.
@MainActor
public protocol UsersDisplayLogic: AnyObject {
  /// Shows users in place of the previous ones.
  func displayUsers(_ viewModel: UsersModels.FetchUsers.ViewModel)

  /// Shows the selected user.
  func displaySelectedUser(_ viewModel: UsersModels.SelectUser.ViewModel)
}

/// The drawing interface of the users scene.
@MainActor
public protocol UsersContentView: AnyObject {
  /// Draws users in place of the previous ones.
  func configure(_ viewModel: UsersModels.FetchUsers.ViewModel)
}

/// The view controller of the users scene, which turns actions into requests and draws view models.
///
/// It owns its scene, and is owned by the part of the app that shows it.
@MainActor
public final class UsersViewController: UsersDisplayLogic {
  private let contentView: any UsersContentView
  private let interactor: any UsersBusinessLogic
  private let router: any UsersRoutingLogic & UsersDataPassing

  /// Creates a view controller from the parts of its scene.
  public init(
    contentView: any UsersContentView, interactor: any UsersBusinessLogic,
    router: any UsersRoutingLogic & UsersDataPassing
  ) {
    self.contentView = contentView
    self.interactor = interactor
    self.router = router
  }

  /// Fetches the users after the view was loaded.
  public func viewDidLoad() {
    interactor.fetchUsers(.init())
  }

  /// Fetches the users again.
  public func refreshTapped() {
    interactor.fetchUsers(.init())
  }

  /// Selects the user in a row, counted from 0.
  public func rowTapped(at index: Int) {
    interactor.selectUser(.init(index: index))
  }

  /// Shows users in place of the previous ones.
  public func displayUsers(_ viewModel: UsersModels.FetchUsers.ViewModel) {
    contentView.configure(viewModel)
  }

  /// Opens the details of the selected user.
  public func displaySelectedUser(_ viewModel: UsersModels.SelectUser.ViewModel) {
    router.routeToUserDetails()
  }
}
