import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The menu of a restaurant, which the server sends again only if it has changed.
@MainActor
final class MenuScreen {
  enum Bug: String, CaseIterable {
    case sendsNoTag = "it never sends the tag of its menu"
    case keepsFirstTag = "it keeps the tag of its first menu"
    case emptiesTheMenu = "it shows an empty menu if nothing has changed"
  }

  struct Content: Codable {
    var dishes: [String] = []
    var note: String?
  }

  private(set) var content = Content()
  var bug: Bug?
  private let send: Send
  private var tag: String?

  init(send: @escaping Send) { self.send = send }

  func refresh() {
    let tag = bug == .sendsNoTag ? nil : tag
    Task { [weak self, send] in
      let answer = try? await Self.answer(ifNot: tag, send)
      self?.show(answer)
    }
  }

  private struct Answer {
    var status: Int
    var tag: String?
    var data: Data
  }

  private func show(_ answer: Answer?) {
    switch answer?.status {
    case 200:
      content.dishes = (answer?.data).flatMap(Self.dishes) ?? []
      content.note = "The menu is new."
      if tag == nil || bug != .keepsFirstTag { tag = answer?.tag }
    case 304:
      if bug == .emptiesTheMenu { content.dishes = [] }
      content.note = "The menu has not changed."
    default:
      content.note = "The menu can't be loaded."
    }
  }

  private static func dishes(_ data: Data) -> [String]? {
    try? JSONDecoder().decode([String].self, from: data)
  }

  private static func answer(ifNot tag: String?, _ send: Send) async throws -> Answer {
    guard let url = URL(string: "https://menu.example/today") else { throw URLError(.badURL) }
    // The app compares tags itself, so `URLSession` must not answer from its own cache.
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
    let (data, response) = try await send(request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return Answer(
      status: response.statusCode, tag: response.value(forHTTPHeaderField: "ETag"), data: data)
  }
}

final class EntityTagModule: ExchangeModule {
  static let name = "entity tag"
  let server: FakeTransport
  private let screen: MenuScreen

  init(_ context: ScenarioContext) {
    server = context.transport
    screen = context.expectReleased(
      MenuScreen(send: context.send { try await URLSession.shared.data(for: $0) }))
  }

  static var steps: Steps {
    exchangeSteps
    When("the guest opens the menu") { module in module.screen.refresh() }
    When("the guest refreshes the menu") { module in module.screen.refresh() }
    Observe("the menu shows") { module in module.screen.content }
  }

  func introduce(_ bug: MenuScreen.Bug) { screen.bug = bug }
}
