import Habits
import ScenarioKit
import Simulation
import Synchronization

/// A double of the notifications that an app schedules, which delivers them in story time.
final class Notifications: TestDouble, NotificationCenter {
  /// A notification.
  struct Notification: Codable, Sendable {
    var title: String
  }

  private struct Pending {
    var notification: Notification
    var due: Duration
    var delivery: Task<Void, Never>
  }

  private struct State {
    var pending: [String: Pending] = [:]
    var delivered: [Notification] = []
    var unexpected: [UnexpectedCall] = []
    var action: (@MainActor @Sendable (String) -> Void)?
    var taps: [(identifier: String, data: SourceRange)] = []
    var calls = 0
  }

  private let state = Mutex(State())

  init() {}

  // MARK: Calls of the app

  func onTap(_ action: @escaping @MainActor @Sendable (String) -> Void) {
    state.withLock { $0.action = action }
  }

  func schedule(_ identifier: String, title: String, after delay: Duration) {
    record("the notification \"\(identifier)\" was scheduled: \(title)", of: "notifications")
    guard delay > .zero else {
      let call = UnexpectedCall(
        "the notification \"\(identifier)\" is scheduled for the past", content: title)
      return state.withLock { $0.unexpected.append(call) }
    }
    let delivery = Task { [self] in
      guard (try? await Task.sleep(for: delay)) != nil else { return }
      await deliver(identifier)
    }
    let due = (Simulation.timeOfCaller ?? .zero) + delay
    let replaced = state.withLock { state in
      state.calls += 1
      return state.pending.updateValue(
        Pending(notification: Notification(title: title), due: due, delivery: delivery),
        forKey: identifier)
    }
    replaced?.delivery.cancel()
  }

  @MainActor private func deliver(_ identifier: String) {
    let action = state.withLock { state -> (@MainActor @Sendable (String) -> Void)? in
      guard let pending = state.pending.removeValue(forKey: identifier) else { return nil }
      state.delivered.append(pending.notification)
      guard let tap = state.taps.firstIndex(where: { $0.identifier == identifier }) else {
        return nil
      }
      state.taps.remove(at: tap)
      return state.action
    }
    action?(identifier)
  }

  // MARK: Steps of stories

  @StepsBuilder<Notifications> static var steps: Steps {
    Given(
      "the reader taps the notification as soon as it comes",
      translations: ["ru": "читатель сразу нажимает на уведомление"], data: Located<String>.self
    ) { notifications, data in
      notifications.state.withLock { $0.taps.append((data.value, data.range)) }
    }
    Observe("the notifications so far are", translations: ["ru": "пришли уведомления"]) {
      notifications in
      notifications.state.withLock { $0.delivered.map(\.title) }
    }
  }

  // MARK: Calls of the runner

  func takeUnexpected() -> [UnexpectedCall] {
    state.withLock { state in
      defer { state.unexpected = [] }
      return state.unexpected
    }
  }

  var nextDue: DueEvent? {
    state.withLock { $0.pending.min { $0.value.due < $1.value.due } }.map {
      DueEvent("the notification \"\($0.key)\"", at: $0.value.due)
    }
  }

  var progress: Int { state.withLock(\.calls) }

  var leftovers: [Leftover] {
    state.withLock(\.taps).map {
      Leftover("no notification \"\($0.identifier)\" came that could be tapped", data: $0.data)
    }
  }

  var isOpen: Bool { state.withLock { !$0.pending.isEmpty } }

  func end() {
    let pending = state.withLock { state in
      defer { state.pending = [:] }
      return state.pending
    }
    for entry in pending.values { entry.delivery.cancel() }
  }
}
