import Habits
import ScenarioKit
import Synchronization

/// A double of `UserDefaults`, as its documentation describes it: a value that was set hides the
/// registered one, and removing it shows the registered one again.
final class Settings: TestDouble, KeyValueStore {
  private struct State {
    var registered: [String: SettingValue] = [:]
    var stored: [String: SettingValue] = [:]
    /// The settings of the story that the app has not read yet, with the data that has them.
    var unread: [String: SourceRange] = [:]
  }

  private let state = Mutex(State())

  init() {}

  // MARK: Calls of the app

  func register(defaults: [String: Int]) {
    state.withLock { state in
      state.registered.merge(defaults.mapValues(SettingValue.number)) { _, new in new }
    }
  }

  func integer(forKey key: String) -> Int {
    let value = state.withLock { state in
      state.unread[key] = nil
      return state.stored[key] ?? state.registered[key]
    }
    record("\(key) was read: \(value?.integer ?? 0)", of: "settings")
    return value?.integer ?? 0
  }

  func set(_ value: Int, forKey key: String) {
    state.withLock { $0.stored[key] = .number(value) }
    record("\(key) was set: \(value)", of: "settings")
  }

  func removeObject(forKey key: String) {
    _ = state.withLock { $0.stored.removeValue(forKey: key) }
    record("\(key) was removed", of: "settings")
  }

  // MARK: Steps of stories

  @StepsBuilder<Settings> static var steps: Steps {
    Given("the settings are", translations: ["ru": "настройки"], data: SettingsData.self) {
      settings, data in
      settings.state.withLock { state in
        for (key, value) in data.values {
          state.stored[key] = value
          state.unread[key] = data.range
        }
      }
    }
    Observe("the stored settings are", translations: ["ru": "сохранены настройки"]) { settings in
      settings.state.withLock { $0.stored }
    }
  }

  // MARK: Calls of the runner

  var leftovers: [Leftover] {
    state.withLock(\.unread).sorted { $0.key < $1.key }.map {
      Leftover("the app never read the setting \"\($0.key)\"", data: $0.value)
    }
  }
}

/// A value of a setting.
enum SettingValue: Codable, Sendable, Equatable {
  case number(Int)
  case text(String)

  /// The number as `UserDefaults` reads it: a text that is none is 0.
  var integer: Int {
    switch self {
    case .number(let number): number
    case .text(let text): Int(text) ?? 0
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// The settings of a step, which another step of the scenario must not give other values.
struct SettingsData: StepData, LocatedData {
  private let located: Located<[String: SettingValue]>
  var values: [String: SettingValue] { located.value }
  var range: SourceRange { located.range }

  init(from decoder: any Decoder) throws { located = try Located(from: decoder) }

  func contradiction(to earlier: any StepData) -> Contradiction? {
    guard let earlier = earlier as? SettingsData else { return nil }
    let key = values.keys.sorted().first {
      earlier.values[$0] != nil && earlier.values[$0] != values[$0]
    }
    guard let key else { return nil }
    return Contradiction(
      "the setting \"\(key)\" already has another value", hints: ["Remove one of the two values."])
  }
}
