import Foundation
import PlantedStories
import ScenarioHTTP
import ScenarioKit

struct ChatService {
  struct Message: Decodable {
    var id: Int
    var from: String
    var text: String
  }

  private struct Receipt: Decodable {
    var id: Int
  }

  private let client = Client()

  func messages(after id: Int) async throws -> [Message] {
    try await client.get("messages?after=\(id)")
  }

  func send(_ text: String) async throws -> Int {
    let receipt: Receipt = try await client.post("messages", ["text": text])
    return receipt.id
  }
}

/// A chat that shows a message before the server has it, and asks for new ones every ten seconds.
@MainActor
final class ChatPresenter {
  enum Delivery: String, Codable { case sending, sent, failed }

  struct Line: Codable {
    var from: String
    var text: String
    var delivery: Delivery?
  }

  struct Screen: Codable {
    var lines: [Line] = []
    var draft = ""
    var message: String?
  }

  private struct Entry {
    var number: Int
    var id: Int?
    var line: Line
  }

  private(set) var draft = ""
  private(set) var message: String?
  private var entries: [Entry] = []
  private var numbers = 0
  private let service = ChatService()
  private var polling: Task<Void, Never>?
  private var isFetching = false

  deinit { polling?.cancel() }

  var screen: Screen { Screen(lines: entries.map(\.line), draft: draft, message: message) }

  func open() {
    polling?.cancel()
    polling = Task { [weak self] in
      repeat { await self?.fetch() } while (try? await Task.sleep(for: .seconds(10))) != nil
    }
  }

  func close() { polling?.cancel() }

  func typed(_ text: String) { draft = text }

  func send() {
    guard !draft.isEmpty else { return }
    append(Line(from: "me", text: draft, delivery: .sending), id: nil)
    draft = ""
    deliver(numbers)
  }

  func tryAgain() {
    guard let index = entries.firstIndex(where: { $0.line.delivery == .failed }) else { return }
    // The bug `resend`: the message can be sent again once more until the second is over.
    if !Planted.hasOther("resend") { entries[index].line.delivery = .sending }
    deliver(entries[index].number, after: .seconds(1))
  }

  private func deliver(_ number: Int, after pause: Duration? = nil) {
    Task {
      // Nothing cancels this task, so the pause can't fail.
      if let pause { try? await Task.sleep(for: pause) }
      guard let text = entry(number)?.line.text else { return }
      update(number) { $0.line.delivery = .sending }
      do {
        let id = try await service.send(text)
        entries.removeAll { $0.id == id }
        update(number) {
          $0.id = id
          $0.line.delivery = .sent
        }
        // The bug `draft`: what was typed meanwhile is lost.
        if Planted.hasOther("draft") { draft = "" }
      } catch {
        update(number) { $0.line.delivery = .failed }
      }
    }
  }

  private func fetch() async {
    guard !isFetching else { return }
    isFetching = true
    do {
      for new in try await service.messages(after: entries.compactMap(\.id).max() ?? 0)
      where !entries.contains(where: { $0.id == new.id }) {
        append(Line(from: new.from, text: new.text), id: new.id)
      }
      message = nil
    } catch {
      guard !Task.isCancelled else {
        isFetching = false
        return
      }
      message = "No connection"
      // The bug `poll`: after a failure, the chat never asks again.
      if Planted.hasOther("poll") { return }
    }
    isFetching = false
  }

  private func append(_ line: Line, id: Int?) {
    numbers += 1
    entries.append(Entry(number: numbers, id: id, line: line))
  }

  private func entry(_ number: Int) -> Entry? { entries.first { $0.number == number } }

  private func update(_ number: Int, _ change: (inout Entry) -> Void) {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
    change(&entries[index])
  }
}

final class ChatModule: Module {
  static let name = "chat"
  private let presenter: ChatPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(ChatPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the writer opens the chat") { module in module.presenter.open() }
    When("the writer closes the chat") { module in module.presenter.close() }
    When("the writer types {string}") { (module, text: String) in module.presenter.typed(text) }
    When("the writer taps Send") { module in module.presenter.send() }
    When("the writer taps Try again") { module in module.presenter.tryAgain() }
    Observe("the chat shows") { module in module.presenter.screen }
  }
}
