import Foundation

/// A change of the writer that was not sent to the server yet.
enum Change: Equatable, Sendable {
  case save(Entry), delete(String)

  var id: String {
    switch self {
    case .save(let entry): entry.id
    case .delete(let id): id
    }
  }
}

/// Sends changes one after the other; after a failure again, at ever longer intervals.
actor Outbox {
  enum State: String, Codable, Sendable { case idle, sending, waiting, stopped }

  struct Status: Sendable {
    var state: State
    var pending: Int
  }

  nonisolated let statuses: AsyncStream<Status>
  private let statusContinuation: AsyncStream<Status>.Continuation
  private let api: JournalAPI
  private var changes: [Change] = []
  private var state = State.idle
  private var work: Task<Void, Never>?
  private static let pauses = [1, 2, 4]

  init(api: JournalAPI) {
    self.api = api
    (statuses, statusContinuation) = AsyncStream.makeStream(of: Status.self)
  }

  var pending: [Change] { changes }

  func add(_ change: Change) {
    // Only the last change of an entry matters, except one that is being sent.
    let first = state == .sending ? 1 : 0
    if let index = changes.indices.dropFirst(first).first(where: { changes[$0].id == change.id }) {
      changes[index] = change
    } else {
      changes.append(change)
    }
    report()
    if state == .idle { start() }
  }

  func retry() {
    guard state == .waiting || state == .stopped else { return }
    work?.cancel()
    start()
  }

  func close() {
    work?.cancel()
    statusContinuation.finish()
  }

  private func start() {
    state = .sending
    work = Task { await sendAll() }
  }

  private func sendAll() async {
    var failures = 0
    while let change = changes.first, !Task.isCancelled {
      move(to: .sending)
      do {
        switch change {
        case .save(let entry): try await api.save(entry)
        case .delete(let id): try await api.delete(id)
        }
        guard !Task.isCancelled else { return }
        changes.removeFirst()
        failures = 0
      } catch {
        guard !Task.isCancelled else { return }
        guard failures < Self.pauses.count else { return move(to: .stopped) }
        move(to: .waiting)
        let pause = Duration.seconds(Self.pauses[failures])
        failures += 1
        guard (try? await Task.sleep(for: pause)) != nil else { return }
      }
    }
    guard !Task.isCancelled else { return }
    move(to: .idle)
  }

  private func move(to state: State) {
    self.state = state
    report()
  }

  private func report() { statusContinuation.yield(Status(state: state, pending: changes.count)) }
}

/// The entries of the journal as the writer sees them: those of the server with their changes.
actor Journal {
  private let api: JournalAPI
  private let outbox: Outbox
  private var entries: [Entry] = []
  private var count = 0

  init(api: JournalAPI, outbox: Outbox) {
    self.api = api
    self.outbox = outbox
  }

  func load() async throws -> [Entry] {
    var loaded = try await api.entries()
    for change in await outbox.pending { apply(change, to: &loaded) }
    entries = loaded
    return entries
  }

  func write(_ text: String) async -> [Entry] {
    count += 1
    return await change(.save(Entry(id: "new-\(count)", text: text)))
  }

  func edit(_ old: String, _ text: String) async -> [Entry] {
    guard var entry = entries.first(where: { $0.text == old }) else { return entries }
    entry.text = text
    return await change(.save(entry))
  }

  func delete(_ text: String) async -> [Entry] {
    guard let entry = entries.first(where: { $0.text == text }) else { return entries }
    return await change(.delete(entry.id))
  }

  private func change(_ change: Change) async -> [Entry] {
    apply(change, to: &entries)
    await outbox.add(change)
    return entries
  }

  private func apply(_ change: Change, to entries: inout [Entry]) {
    switch change {
    case .save(let entry):
      if let index = entries.firstIndex(where: { $0.id == entry.id }) {
        entries[index] = entry
      } else {
        entries.append(entry)
      }
    case .delete(let id): entries.removeAll { $0.id == id }
    }
  }
}
