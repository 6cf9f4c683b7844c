import ReaderApp
import ScenarioKit

/// The users scene's interactor alone, between spies for its presenter and its worker.
final class UsersInteractorModule: Module {
  static let name = "users interactor"

  /// What the interactor keeps, as stories see it.
  private struct Kept: Encodable {
    var users: [User]
    var selectedUser: User?
  }

  private let context: ScenarioContext
  private let presenter = UsersPresentationLogicSpy()
  private let worker = UsersWorkingLogicSpy()
  private var interactor: UsersInteractor

  /// Builds an interactor that knows nobody.
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
    Observation("the data store holds") { module in
      Kept(users: module.interactor.users, selectedUser: module.interactor.selectedUser)
    }
    Observation("the presenter was told") { module in
      module.presenter.calls.calls
    }
    Then("the worker was asked {int} time(s)") { (module, count: Int) in
      try module.worker.fetches.expect(count: count)
    }
  }
}
