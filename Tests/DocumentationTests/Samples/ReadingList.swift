import Foundation
import HTTPTypes

/// The app's access to the network.
protocol Transport: Sendable {
  func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data)
}

/// An article on the reading list.
struct Article: Sendable, Equatable, Codable {
  var title: String
  var minutes: Int
  var isRead = false
}

/// The sample app of the articles: a list of things to read.
@MainActor
final class ReadingList {
  enum State: String, Codable, CaseIterable {
    case empty, loading, ready, failed
  }

  private(set) var articles: [Article] = []
  private(set) var matches: [String] = []
  private(set) var message: String?
  private var isLoading = false
  private var search: Task<Void, Never>?
  private var reminders: [String: Task<Void, Never>] = [:]
  private let transport: any Transport
  private let remind: (String) -> Void

  init(transport: any Transport, remind: @escaping (String) -> Void) {
    self.transport = transport
    self.remind = remind
  }

  deinit {
    search?.cancel()
    for reminder in reminders.values { reminder.cancel() }
  }

  var state: State {
    if isLoading { return .loading }
    if message != nil { return .failed }
    return articles.isEmpty ? .empty : .ready
  }

  var minutesLeft: Int { articles.filter { !$0.isRead }.map(\.minutes).reduce(0, +) }

  /// Adds an article as if it were on the list since an earlier launch.
  func restore(_ article: Article) {
    articles.append(article)
    guard !article.isRead else { return }
    let (title, remind) = (article.title, remind)
    reminders[title] = Task {
      guard (try? await Task.sleep(for: .seconds(3 * 86_400))) != nil else { return }
      remind(title)
    }
  }

  func add(_ typed: String) {
    let title = typed.trimmingCharacters(in: .whitespaces)
    guard !title.isEmpty, !articles.contains(where: { $0.title == title }) else { return }
    restore(Article(title: title, minutes: 5))
  }

  func finish(_ title: String) {
    for index in articles.indices where articles[index].title == title {
      articles[index].isRead = true
    }
    reminders.removeValue(forKey: title)?.cancel()
  }

  func refresh() {
    (isLoading, message) = (true, nil)
    Task { [weak self, transport] in
      let request = HTTPRequest(
        method: .get, scheme: "https", authority: "reading.example", path: "/list")
      do {
        let (response, data) = try await transport.send(request, body: nil)
        self?.show(response.status == .ok ? data : nil)
      } catch {
        self?.show(nil)
      }
    }
  }

  private func show(_ data: Data?) {
    struct Entry: Decodable {
      var title: String
      var minutes: Int
    }
    isLoading = false
    guard let data, let entries = try? JSONDecoder().decode([Entry].self, from: data) else {
      message = "The list could not be loaded."
      return
    }
    for entry in entries { restore(Article(title: entry.title, minutes: entry.minutes)) }
  }

  /// Searches for articles after the reader has not typed for 300 ms.
  func type(_ text: String) {
    search?.cancel()
    search = Task { [weak self] in
      guard (try? await Task.sleep(for: .milliseconds(300))) != nil else { return }
      self?.find(text)
    }
  }

  private func find(_ text: String) {
    matches = articles.map(\.title).filter { $0.lowercased().contains(text.lowercased()) }
  }
}
