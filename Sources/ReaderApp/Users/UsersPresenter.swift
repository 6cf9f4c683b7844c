import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the users scene's interactor has to tell.
@MainActor
public protocol UsersPresentationLogic: AnyObject {
  /// Tells how far a fetch has come.
  func presentUsers(_ response: UsersModels.FetchUsers.Response)

  /// Tells that a user was chosen.
  func presentSelectedUser(_ response: UsersModels.SelectUser.Response)
}

/// Puts what the interactor tells into the words and rows that the reader sees.
@MainActor
public final class UsersPresenter: UsersPresentationLogic {
  /// Whom it tells; held weakly, because the view controller owns what leads here.
  public weak var viewController: (any UsersDisplayLogic)?

  /// Creates a presenter that has nobody to tell yet.
  public init() {}

  /// Shows the users, whether there will be more, and what went wrong.
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

  /// Has the chosen user shown.
  public func presentSelectedUser(_ response: UsersModels.SelectUser.Response) {
    viewController?.displaySelectedUser(.init())
  }

  /// Only what the reader can do something about is told apart.
  private static func message(for error: any Error) -> String {
    switch error {
    case URLError.notConnectedToInternet: "There is no internet connection"
    default: "The users could not be loaded"
    }
  }
}
