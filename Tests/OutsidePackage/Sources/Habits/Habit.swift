/// A store of small values, as `UserDefaults` is one.
package protocol KeyValueStore: Sendable {
  func register(defaults: [String: Int])
  func integer(forKey key: String) -> Int
  func set(_ value: Int, forKey key: String)
  func removeObject(forKey key: String)
}

/// A scheduler of notifications that reports when the reader taps one, such as
/// `UNUserNotificationCenter`.
package protocol NotificationCenter: AnyObject, Sendable {
  /// Schedules a notification. One that waits under the same identifier is replaced.
  func schedule(_ identifier: String, title: String, after delay: Duration)

  /// Sets what runs when the reader taps a notification.
  func onTap(_ action: @escaping @MainActor @Sendable (_ identifier: String) -> Void)
}

/// A habit that the reader marks as done once a day.
@MainActor
package final class Habit {
  /// The state of the screen.
  package struct Screen: Codable {
    package var days: Int
    package var openedFrom: String?
  }

  package private(set) var screen: Screen
  private let store: any KeyValueStore
  private let notifications: any NotificationCenter

  package init(store: any KeyValueStore, notifications: any NotificationCenter) {
    self.store = store
    self.notifications = notifications
    store.register(defaults: ["remindAfterHours": 24])
    screen = Screen(days: store.integer(forKey: "days"))
    notifications.onTap { [weak self] in self?.screen.openedFrom = $0 }
  }

  package func markDone() {
    screen.days += 1
    store.set(screen.days, forKey: "days")
    let hours = store.integer(forKey: "remindAfterHours")
    guard hours != 0 else { return }
    notifications.schedule(
      "reminder", title: "Keep it up, day \(screen.days + 1)", after: .seconds(hours * 3600))
  }

  package func startAgain() {
    screen.days = 0
    store.removeObject(forKey: "days")
  }
}
