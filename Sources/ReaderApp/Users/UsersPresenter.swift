import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The presentation logic of the users scene.
@MainActor
public protocol UsersPresentationLogic: AnyObject {
  /// Presents the progress of a fetch.
  func presentUsers(_ response: UsersModels.FetchUsers.Response)

  /// Presents the selected user.
  func presentSelectedUser(_ response: UsersModels.SelectUser.Response)
}

/// The presenter of the users scene, which formats responses for display.
@MainActor
public final class UsersPresenter: UsersPresentationLogic {
  /// The view controller, held weakly because it owns the interactor and thereby this presenter.
  public weak var viewController: (any UsersDisplayLogic)?

  /// Creates a presenter without a view controller.
  public init() {}

  /// Presents the users, the progress of the fetch and its error.
  public func presentUsers(_ response: UsersModels.FetchUsers.Response) {
    var viewModel = UsersModels.FetchUsers.ViewModel(
      isLoading: false,
      rows: response.users.map { .init(name: $0.name, username: "@\($0.username)") })
    switch response.progress {
    case .started:
      viewModel.isLoading = true
    case .succeeded:
      if response.users.isEmpty { viewModel.message = "Nobody is here yet" }
    case .failed(let error):
      viewModel.message = Self.message(for: error)
    }
    viewController?.displayUsers(viewModel)
  }

  /// Notifies the view controller that a user was selected.
  public func presentSelectedUser(_ response: UsersModels.SelectUser.Response) {
    viewController?.displaySelectedUser(.init())
  }

  /// Returns a message; it distinguishes only errors that the reader can act on.
  private static func message(for error: any Error) -> String {
    switch error {
    case URLError.notConnectedToInternet: "There is no internet connection"
    default: "The users could not be loaded"
    }
  }
}
