import ReaderApp
import Testing

@MainActor
@Suite("The users scene", .timeLimit(.minutes(10)))
struct UsersSceneTests {
  private final class Screen: UsersContentView, UsersNavigation {
    private(set) var isOpen = false

    func configure(_ viewModel: UsersModels.FetchUsers.ViewModel) {}
    func push(_ userDetails: UserDetailsViewController) { isOpen = true }
  }

  private final class DetailsView: UserDetailsContentView {
    private(set) var viewModel: UserDetailsModels.ShowUser.ViewModel?

    func configure(_ viewModel: UserDetailsModels.ShowUser.ViewModel) {
      self.viewModel = viewModel
    }
  }

  @Test func `closing the users scene cancels the request in flight`() async throws {
    let transport = HeldTransport()
    let screen = Screen()
    var controller: UsersViewController? = UsersFactory(transport: transport)
      .makeViewController(contentView: screen, navigation: screen)
    controller?.viewDidLoad()
    let exchange = try await transport.next()
    controller = nil
    #expect(await exchange.wasCancelled())
  }

  @Test func `the users router opens details only after a user is selected`() {
    let screen = Screen()
    let interactor = UsersInteractor(
      presenter: UsersPresenter(), worker: UsersWorker(transport: HeldTransport()),
      users: [User(id: 1, name: "Ivan", username: "ivan91")])
    let router = UsersRouter(dataStore: interactor, navigation: screen)
    router.routeToUserDetails()
    #expect(!screen.isOpen)

    interactor.selectUser(.init(index: 0))
    router.routeToUserDetails()
    #expect(screen.isOpen)
  }

  @Test func `the user details screen shows only the user that it was given`() {
    let details = UserDetailsViewController.make()
    let view = DetailsView()
    details.contentView = view
    details.viewDidLoad()
    #expect(view.viewModel == nil)

    details.router.dataStore.user = User(id: 1, name: "Ivan", username: "ivan91")
    details.viewDidLoad()
    #expect(view.viewModel == .init(title: "Ivan", username: "@ivan91"))
  }
}
