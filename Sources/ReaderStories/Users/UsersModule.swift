import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The users scene and its details scene, with fakes only for the screens, the navigation and the
/// server.
final class UsersModule: Module {
  static let name = "users"

  private let screen = UsersScreenSpy()
  private let navigation: UsersNavigationSpy

  /// Creates the scene with the app's own factory.
  init(_ context: ScenarioContext) {
    navigation = UsersNavigationSpy(context)
    let controller = UsersFactory(transport: context.transport)
      .makeViewController(contentView: screen, navigation: navigation)
    navigation.users = context.expectReleased(controller)
    context.expectReleased(screen, "UsersScreen")
    context.expectReleased(navigation, "Navigation")
  }

  static var steps: Steps {
    Steps.server
    When("the screen appears") { module in
      module.navigation.users?.viewDidLoad()
    }
    When("the reader refreshes the list") { module in
      module.navigation.users?.refreshTapped()
    }
    When("the reader taps user {string}") { (module, name: String) in
      module.navigation.users?.rowTapped(at: try module.screen.row(of: name))
    }
    // The row need not exist: the app has to handle taps that arrive late.
    When("the reader taps row {int}") { (module, number: Int) in
      module.navigation.users?.rowTapped(at: number - 1)
    }
    When("the reader goes back to the list") { module in
      try module.navigation.goBack()
    }
    When("the reader closes the screen") { module in
      module.navigation.users = nil
    }
    Observe("the screen shows") { module in
      module.screen.updates.calls.last
    }
    Then("the screen was updated {int} time(s)") { (module, count: Int) in
      try module.screen.updates.expect(count: count)
    }
    Observe("the details screen shows") { module in
      module.navigation.details?.screen.updates.calls.last
    }
    Then("the details screen was updated {int} time(s)") { (module, count: Int) in
      try module.navigation.openDetails.screen.updates.expect(count: count)
    }
    Then("the details screen opened {int} time(s)") { (module, count: Int) in
      try module.navigation.openings.expect(count: count)
    }
    Then("the details screen did not open") { module in
      try module.navigation.openings.expect(count: 0)
    }
  }
}
