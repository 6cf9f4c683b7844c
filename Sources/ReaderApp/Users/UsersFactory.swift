/// A factory for the users scene, by default with the real network.
public struct UsersFactory: Sendable {
  /// The transport for requests to the server.
  public var transport: any Transport

  /// Creates a factory; the default argument is the real transport.
  public init(transport: any Transport = LiveTransport()) {
    self.transport = transport
  }

  /// Creates the scene; the caller has to own it.
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
