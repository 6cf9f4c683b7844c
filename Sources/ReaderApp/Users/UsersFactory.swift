/// Puts the users scene's parts together, by default with the real network.
public struct UsersFactory: Sendable {
  /// What carries requests to the server.
  public var transport: any Transport

  /// Creates a factory; a part that is left out is the real one.
  public init(transport: any Transport = LiveTransport()) {
    self.transport = transport
  }

  /// Makes the scene, for whatever shows it to own.
  @MainActor
  public func makeViewController(
    contentView: any UsersContentView, navigation: any UsersNavigation
  ) -> UsersViewController {
    let presenter = UsersPresenter()
    let interactor = UsersInteractor(
      presenter: presenter, worker: UsersWorker(transport: transport))
    let viewController = UsersViewController(
      contentView: contentView, interactor: interactor,
      router: UsersRouter(dataStore: interactor, navigation: navigation))
    presenter.viewController = viewController
    return viewController
  }
}
