import Foundation
import PlantedStories
import ScenarioHTTP
import ScenarioKit

struct BasketItem: Codable {
  var name: String
  var count: Int
}

struct BasketService {
  private struct Stock: Decodable {
    var left: Int
  }

  private let client = Client()

  func load() async throws -> [BasketItem] { try await client.get("basket") }

  func stock(of name: String) async throws -> Int {
    let stock: Stock = try await client.get("stock/\(name)")
    return stock.left
  }

  func add(_ name: String) async throws { try await client.send("POST", "basket", ["name": name]) }
  func remove(_ name: String) async throws { try await client.send("DELETE", "basket/\(name)") }
}

/// A basket from which an item is removed at once, and on the server when Undo is gone.
@MainActor
final class BasketPresenter {
  struct Screen: Codable {
    var items: [BasketItem] = []
    var undo: String?
    var isAdding = false
    var message: String?
  }

  private struct SoldOut: Error {}

  private struct Removal {
    var item: BasketItem
    var index: Int
  }

  private(set) var screen = Screen()
  private let service = BasketService()
  private var loading: Task<Void, Never>?
  private var waiting: Task<Void, Never>?
  private var removal: Removal?
  private var additions = 0
  private var wasUndone = false

  func appear() {
    commitRemoval()
    loading?.cancel()
    screen.message = nil
    loading = Task { [weak self, service] in
      let items = try? await service.load()
      guard let self, !Task.isCancelled else { return }
      if let items { screen.items = items } else { screen.message = "The basket is not available" }
    }
  }

  func add(_ name: String) {
    additions += 1
    screen.isAdding = true
    screen.message = nil
    Task {
      do {
        guard try await service.stock(of: name) > 0 else { throw SoldOut() }
        let known = index(of: name)
        try await service.add(name)
        // The bug `add`: whether the item is there already is asked before it is added.
        if let index = Planted.hasOther("add") ? known : index(of: name) {
          screen.items[index].count += 1
        } else {
          screen.items.append(BasketItem(name: name, count: 1))
        }
      } catch is SoldOut {
        screen.message = "\(name) is sold out"
      } catch {
        screen.message = "\(name) could not be added"
      }
      additions -= 1
      screen.isAdding = additions > 0
    }
  }

  func remove(_ name: String) {
    guard let index = index(of: name) else { return }
    // The bug `removals`: the item before this one is forgotten, and never removed on the server.
    if !Planted.hasOther("removals") { commitRemoval() }
    waiting?.cancel()
    screen.message = nil
    removal = Removal(item: screen.items.remove(at: index), index: index)
    screen.undo = name
    waiting = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(5))) != nil, let self else { return }
      // The bug `undone`: once Undo was tapped, each later removal counts as undone, too.
      if Planted.hasOther("undone"), wasUndone { return }
      commitRemoval()
    }
  }

  func undo() {
    guard let removal else { return }
    waiting?.cancel()
    wasUndone = true
    putBack(removal)
    hideUndo()
  }

  private func commitRemoval() {
    guard let removal else { return }
    waiting?.cancel()
    // The bug `undo`: Undo is there until the server has removed the item.
    let hidesLate = Planted.hasOther("undo")
    if !hidesLate { hideUndo() }
    Task {
      do {
        try await service.remove(removal.item.name)
      } catch {
        putBack(removal)
        screen.message = "\(removal.item.name) could not be removed"
      }
      if hidesLate { hideUndo() }
    }
  }

  private func hideUndo() {
    removal = nil
    screen.undo = nil
  }

  private func putBack(_ removal: Removal) {
    guard index(of: removal.item.name) == nil else { return }
    screen.items.insert(removal.item, at: min(removal.index, screen.items.count))
  }

  private func index(of name: String) -> Int? { screen.items.firstIndex { $0.name == name } }
}

final class BasketModule: Module {
  static let name = "basket"
  private let presenter: BasketPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(BasketPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the basket appears") { module in module.presenter.appear() }
    When("the buyer adds {string}") { (module, name: String) in module.presenter.add(name) }
    When("the buyer removes {string}") { (module, name: String) in module.presenter.remove(name) }
    When("the buyer taps Undo") { module in module.presenter.undo() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
