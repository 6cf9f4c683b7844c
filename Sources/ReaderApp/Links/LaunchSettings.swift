import Foundation

/// The persistent settings about earlier launches of the app.
public protocol LaunchSettings: Sendable {
  /// Whether the standard links were added, which happens only once.
  var standardLinksAdded: Bool { get }

  /// Records that the standard links were added.
  func rememberStandardLinksAdded()
}

/// The settings in the user defaults of the device.
public struct SystemLaunchSettings: LaunchSettings {
  private static let key = "standard-links-added"
  private let suiteName: String?

  /// Creates settings in a suite of the user defaults, by default the app's own.
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  // Created for each use, because `UserDefaults` is not sendable on all systems.
  private var defaults: UserDefaults { UserDefaults(suiteName: suiteName) ?? .standard }

  /// Whether the standard links were added.
  public var standardLinksAdded: Bool { defaults.bool(forKey: Self.key) }

  /// Records that the standard links were added.
  public func rememberStandardLinksAdded() { defaults.set(true, forKey: Self.key) }
}
