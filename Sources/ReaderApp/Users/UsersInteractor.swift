/// The business logic of the users scene.
@MainActor
public protocol UsersBusinessLogic: AnyObject {
  /// Fetches the users; does nothing during a fetch.
  func fetchUsers(_ request: UsersModels.FetchUsers.Request)

  /// Selects a user; does nothing if the index is out of range.
  func selectUser(_ request: UsersModels.SelectUser.Request)
}

/// The data of the users scene, which other scenes can use.
@MainActor
public protocol UsersDataStore: AnyObject {
  /// The users of the last successful fetch.
  var users: [User] { get }

  /// The last selected user, as of the last fetch; `nil` if the user no longer exists.
  var selectedUser: User? { get }
}

/// The interactor of the users scene, which stores its data.
///
/// Releasing it cancels its fetch.
@MainActor
public final class UsersInteractor: UsersBusinessLogic, UsersDataStore {
  /// The users of the last successful fetch.
  public private(set) var users: [User]

  /// The last selected user, as of the last fetch; `nil` if the user no longer exists.
  public private(set) var selectedUser: User?

  private let presenter: any UsersPresentationLogic
  private let worker: any UsersWorkingLogic
  private var fetch: Task<Void, Never>?

  /// Creates an interactor.
  ///
  /// - Parameters:
  ///   - presenter: The presenter of the results.
  ///   - worker: The worker that fetches the users.
  ///   - users: The initial users; none by default.
  public init(
    presenter: any UsersPresentationLogic, worker: any UsersWorkingLogic, users: [User] = []
  ) {
    self.presenter = presenter
    self.worker = worker
    self.users = users
  }

  deinit {
    fetch?.cancel()
  }

  /// Fetches the users; does nothing during a fetch.
  public func fetchUsers(_ request: UsersModels.FetchUsers.Request) {
    guard fetch == nil else { return }
    fetch = Task { [weak self, worker] in
      let result: Result<[User], any Error>
      do {
        result = .success(try await worker.fetchUsers())
      } catch {
        result = .failure(error)
      }
      // The result of a cancelled fetch is ignored.
      guard !Task.isCancelled else { return }
      self?.fetchEnded(with: result)
    }
    presenter.presentUsers(.init(.started, users: users))
  }

  /// Selects a user; does nothing if the index is out of range.
  public func selectUser(_ request: UsersModels.SelectUser.Request) {
    // A tap may arrive after the list was replaced by a shorter one.
    guard users.indices.contains(request.index) else { return }
    let user = users[request.index]
    selectedUser = user
    presenter.presentSelectedUser(.init(user: user))
  }

  private func fetchEnded(with result: Result<[User], any Error>) {
    fetch = nil
    switch result {
    case .success(let fetched):
      users = fetched
      selectedUser = selectedUser.flatMap { selected in fetched.first { $0.id == selected.id } }
      presenter.presentUsers(.init(.succeeded, users: users))
    case .failure(let error):
      presenter.presentUsers(.init(.failed(error), users: users))
    }
  }
}
