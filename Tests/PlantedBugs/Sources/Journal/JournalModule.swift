import ScenarioHTTP
import ScenarioKit

/// The screen of the journal.
@MainActor
final class JournalPresenter {
  struct Screen: Codable {
    var entries: [String] = []
    var isLoading = false
    var sync = Outbox.State.idle
    var pending = 0
    var message: String?
  }

  private(set) var screen = Screen()
  private let journal: Journal
  private let outbox: Outbox
  private var observing: Task<Void, Never>?
  private var loads = 0

  init() {
    let api = JournalAPI()
    let outbox = Outbox(api: api)
    self.outbox = outbox
    journal = Journal(api: api, outbox: outbox)
    observing = Task { [weak self] in
      for await status in outbox.statuses {
        self?.screen.sync = status.state
        self?.screen.pending = status.pending
      }
    }
  }

  deinit {
    observing?.cancel()
    Task { [outbox] in await outbox.close() }
  }

  func open() {
    loads += 1
    screen.isLoading = true
    screen.message = nil
    Task { [load = loads] in
      do {
        show(try await journal.load())
      } catch {
        if load == loads { screen.message = "The journal is not available" }
      }
      if load == loads { screen.isLoading = false }
    }
  }

  func write(_ text: String) { Task { show(await journal.write(text)) } }
  func edit(_ old: String, _ text: String) { Task { show(await journal.edit(old, text)) } }
  func delete(_ text: String) { Task { show(await journal.delete(text)) } }
  func syncNow() { Task { await outbox.retry() } }

  private func show(_ entries: [Entry]) { screen.entries = entries.map(\.text) }
}

package final class JournalModule: Module {
  package static let name = "journal"
  private let presenter: JournalPresenter

  package init(_ context: ScenarioContext) {
    presenter = context.expectReleased(JournalPresenter())
  }

  package static var steps: Steps {
    Steps.server
    When("the writer opens the journal") { module in module.presenter.open() }
    When("the writer writes {string}") { (module, text: String) in module.presenter.write(text) }
    When("the writer changes {string} to {string}") { (module, old: String, text: String) in
      module.presenter.edit(old, text)
    }
    When("the writer deletes {string}") { (module, text: String) in
      module.presenter.delete(text)
    }
    When("the writer taps Sync now") { module in module.presenter.syncNow() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
