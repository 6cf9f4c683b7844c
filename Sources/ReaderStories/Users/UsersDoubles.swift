import ReaderApp
import ScenarioKit

/// A spy for the users screen that records the view models.
@MainActor
final class UsersScreenSpy: UsersContentView {
  /// The content of the screen, in the form that stories check.
  struct Shown: Codable, Sendable {
    struct Row: Codable, Sendable {
      var name: String
      var username: String
    }

    var loading: Bool
    var users: [Row]
    var message: String?
  }

  let updates = Spy<Shown>("the screen was updated")

  func configure(_ viewModel: UsersModels.FetchUsers.ViewModel) {
    updates.record(
      Shown(
        loading: viewModel.isLoading,
        users: viewModel.rows.map { Shown.Row(name: $0.name, username: $0.username) },
        message: viewModel.message))
  }

  /// Returns the index of the row with a user's name.
  func row(of name: String) throws -> Int {
    let names = updates.calls.last?.users.map(\.name) ?? []
    guard let row = names.firstIndex(of: name) else {
      throw CheckFailure(
        "the screen shows no user \"\(name)\"",
        details: [names.isEmpty ? "It shows nobody" : "It shows: \(names.joined(separator: ", "))"])
    }
    return row
  }
}

/// A spy for the user details screen that records the view models.
@MainActor
final class UserDetailsScreenSpy: UserDetailsContentView {
  /// The content of the screen, in the form that stories check.
  struct Shown: Codable, Sendable {
    var title: String
    var username: String
  }

  let updates = Spy<Shown>("the details screen was updated")

  func configure(_ viewModel: UserDetailsModels.ShowUser.ViewModel) {
    updates.record(Shown(title: viewModel.title, username: viewModel.username))
  }
}

/// A spy for the navigation, which owns its screens like the real one.
@MainActor
final class UsersNavigationSpy: UsersNavigation {
  let openings = Spy<Void>("the details screen opened", of: "router")

  var users: UsersViewController?
  private(set) var details: (controller: UserDetailsViewController, screen: UserDetailsScreenSpy)?
  private let context: ScenarioContext

  init(_ context: ScenarioContext) { self.context = context }

  func push(_ userDetails: UserDetailsViewController) {
    let screen = context.expectReleased(UserDetailsScreenSpy(), "UserDetailsScreen")
    details = (context.expectReleased(userDetails), screen)
    context.expectReleased(userDetails.router.dataStore, "UserDetailsInteractor")
    userDetails.contentView = screen
    openings.record(())
    userDetails.viewDidLoad()
  }

  /// Closes the details screen like the back button.
  func goBack() throws {
    _ = try openDetails
    details = nil
  }

  /// The details screen; an error if none is open.
  var openDetails: (controller: UserDetailsViewController, screen: UserDetailsScreenSpy) {
    get throws {
      guard let details else { throw CheckFailure("no details screen is open") }
      return details
    }
  }
}
