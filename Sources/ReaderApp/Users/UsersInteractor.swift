/// What the users scene can be asked to do.
@MainActor
public protocol UsersBusinessLogic: AnyObject {
  /// Fetches the users; does nothing while they are on their way.
  func fetchUsers(_ request: UsersModels.FetchUsers.Request)

  /// Chooses a user; does nothing where nobody is at that place.
  func selectUser(_ request: UsersModels.SelectUser.Request)
}

/// What the users scene knows and other scenes may be given.
@MainActor
public protocol UsersDataStore: AnyObject {
  /// The users of the last fetch that succeeded.
  var users: [User] { get }

  /// The user who was chosen last, as the last fetch has them; `nil` once they are gone.
  var selectedUser: User? { get }
}

/// Does what the users scene is for, and keeps what it knows.
///
/// Letting go of it, as a closing screen does, cancels its fetch.
@MainActor
public final class UsersInteractor: UsersBusinessLogic, UsersDataStore {
  /// The users of the last fetch that succeeded.
  public private(set) var users: [User]

  /// The user who was chosen last, as the last fetch has them; `nil` once they are gone.
  public private(set) var selectedUser: User?

  private let presenter: any UsersPresentationLogic
  private let worker: any UsersWorkingLogic
  private var fetch: Task<Void, Never>?

  /// Creates an interactor.
  ///
  /// - Parameters:
  ///   - presenter: Whom it tells of what happens.
  ///   - worker: Who fetches the users.
  ///   - users: Users who are known beforehand; none unless given.
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

  /// Fetches the users; does nothing while they are on their way.
  public func fetchUsers(_ request: UsersModels.FetchUsers.Request) {
    guard fetch == nil else { return }
    fetch = Task { [weak self, worker] in
      let result: Result<[User], any Error>
      do {
        result = .success(try await worker.fetchUsers())
      } catch {
        result = .failure(error)
      }
      // Whoever gave the fetch up does not want to hear how it ended.
      guard !Task.isCancelled else { return }
      self?.fetchEnded(with: result)
    }
    presenter.presentUsers(.init(.started, users: users))
  }

  /// Chooses a user; does nothing where nobody is at that place.
  public func selectUser(_ request: UsersModels.SelectUser.Request) {
    // A tap may be on its way while the list that it was meant for is replaced by a shorter one.
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
