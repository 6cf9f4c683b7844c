import ReaderApp
import ScenarioHTTP
import ScenarioKit

/// The links screen with fakes only for the view and the settings.
///
/// The database is a real SQLite database in memory.
final class LinksModule: Module {
  static let name = "links"

  private let context: ScenarioContext
  private let device: LinksDevice
  private var screen = LinksScreenSpy()

  init(_ context: ScenarioContext) throws {
    self.context = context
    device = try LinksDevice(folder: context.live?.folder)
  }

  /// Creates a new screen with the app's own factory; only the device's data persists.
  private func launch() {
    screen = context.expectReleased(LinksScreenSpy(), "LinksScreen")
    let factory = LinksFactory(settings: device.settings) {
      [device] () throws(LinkStoreError) in try device.openStore()
    }
    let presenter = factory.makePresenter(view: screen)
    screen.presenter = context.expectReleased(presenter)
    presenter.start()
  }

  static var steps: Steps {
    Given("the reader has no saved links") { module in
      module.device.settings.rememberStandardLinksAdded()
    }
    Given("the storage can't be opened") { module in
      module.device.setReadable(false)
    }
    Given("the storage can be opened again") { module in
      module.device.setReadable(true)
    }
    Given("the storage is damaged") { module in
      module.device.setDamaged(true)
    }
    Given("the storage can't be written") { module in
      module.device.setWritesLeft(0)
    }
    Given("the storage can be written {int} more time(s)") { (module, count: Int) in
      module.device.setWritesLeft(count)
    }
    Given("the storage can be written again") { module in
      module.device.setWritesLeft(nil)
    }
    Given("the storage has {int} KB left") { (module, kilobytes: Int) in
      try module.device.database.limitGrowth(toBytes: kilobytes * 1_024)
    }
    When("the app starts") { module in
      module.launch()
    }
    When("the app is ended and starts again") { module in
      module.launch()
    }
    When("the reader adds the link {string}") { (module, link: String) in
      module.screen.presenter?.addTapped(link)
    }
    When("the reader adds a link that is {int} KB long") { (module, kilobytes: Int) in
      module.screen.presenter?.addTapped(Self.link(kilobytes: kilobytes))
    }
    When("the reader removes the link {string}") { (module, link: String) in
      module.screen.presenter?.removeTapped(link)
    }
    When("the reader removes the link that is {int} KB long") { (module, kilobytes: Int) in
      module.screen.presenter?.removeTapped(Self.link(kilobytes: kilobytes))
    }
    Observe("the links are") { module in
      module.screen.updates.calls.last?.links
    }
    Observe("the links showed") { module in
      module.screen.updates.calls.map(\.links)
    }
    Observe("the reader is told") { module in
      module.screen.updates.calls.last?.message
    }
  }

  private static func link(kilobytes: Int) -> String {
    let start = "http://long.example/"
    return start + String(repeating: "x", count: kilobytes * 1_024 - start.count)
  }
}
