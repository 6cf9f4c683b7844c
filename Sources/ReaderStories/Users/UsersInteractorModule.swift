import ReaderApp
import ScenarioKit

/// The users scene's interactor alone, between spies for its presenter and its worker.
final class UsersInteractorModule: Module {
  static let name = "users interactor"

  /// The interactor's data, in the form that stories check.
  private struct Kept: Codable {
    var users: [User]
    var selectedUser: User?
  }

  private let context: ScenarioContext
  private let presenter = UsersPresentationLogicSpy()
  private let worker = UsersWorkingLogicSpy()
  private var interactor: UsersInteractor

  /// Creates an interactor without users.
  init(_ context: ScenarioContext) {
    self.context = context
    interactor = UsersInteractor(presenter: presenter, worker: worker)
    context.expectReleased(interactor)
    context.expectReleased(presenter, "UsersPresenter")
  }

  static var steps: Steps {
    Given("the worker answers", data: UsersWorkingLogicSpy.Answer.self) { module, answer in
      module.worker.answers(answer)
    }
    Given("these users were fetched before", data: [User].self) { module, users in
      module.interactor = module.context.expectReleased(
        UsersInteractor(presenter: module.presenter, worker: module.worker, users: users))
    }
    When("the users are fetched") { module in
      module.interactor.fetchUsers(.init())
    }
    When("the user at index {int} is selected") { (module, index: Int) in
      module.interactor.selectUser(.init(index: index))
    }
    Observe("the data store holds") { module in
      Kept(users: module.interactor.users, selectedUser: module.interactor.selectedUser)
    }
    Observe("the presenter was told") { module in
      module.presenter.calls.calls
    }
    Then("the worker was asked {int} time(s)") { (module, count: Int) in
      try module.worker.fetches.expect(count: count)
    }
  }
}
