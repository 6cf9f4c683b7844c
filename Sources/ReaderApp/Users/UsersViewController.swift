/// What the users scene's presenter has to show.
@MainActor
public protocol UsersDisplayLogic: AnyObject {
  /// Shows the users, in place of what was shown before.
  func displayUsers(_ viewModel: UsersModels.FetchUsers.ViewModel)

  /// Shows the user who was chosen.
  func displaySelectedUser(_ viewModel: UsersModels.SelectUser.ViewModel)
}

/// What draws the users scene.
@MainActor
public protocol UsersContentView: AnyObject {
  /// Draws the users, in place of what was drawn before.
  func configure(_ viewModel: UsersModels.FetchUsers.ViewModel)
}

/// Turns what the reader does into requests, and view models into what the reader sees.
///
/// It owns its scene; whatever shows it owns it.
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

  /// Fetches the users as soon as there is a view to show them in.
  public func viewDidLoad() {
    interactor.fetchUsers(.init())
  }

  /// Fetches the users again.
  public func refreshTapped() {
    interactor.fetchUsers(.init())
  }

  /// Chooses the user in a row, counted from 0.
  public func rowTapped(at index: Int) {
    interactor.selectUser(.init(index: index))
  }

  /// Shows the users, in place of what was shown before.
  public func displayUsers(_ viewModel: UsersModels.FetchUsers.ViewModel) {
    contentView.configure(viewModel)
  }

  /// Opens the details of the user who was chosen.
  public func displaySelectedUser(_ viewModel: UsersModels.SelectUser.ViewModel) {
    router.routeToUserDetails()
  }
}
