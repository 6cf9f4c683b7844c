import Foundation

/// What the app remembers of its earlier launches.
public protocol LaunchSettings: Sendable {
  /// Whether the standard links were put in place, which happens once in an app's life.
  var standardLinksAdded: Bool { get }

  /// Remembers that the standard links were put in place.
  func rememberStandardLinksAdded()
}

/// The settings in the device's user defaults.
public struct SystemLaunchSettings: LaunchSettings {
  private static let key = "standard-links-added"
  private let suiteName: String?

  /// Creates settings in a suite of the user defaults, by default the app's own.
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  // Made anew for each use, because the object itself must not travel between threads everywhere.
  private var defaults: UserDefaults { UserDefaults(suiteName: suiteName) ?? .standard }

  /// Whether the standard links were put in place.
  public var standardLinksAdded: Bool { defaults.bool(forKey: Self.key) }

  /// Remembers that the standard links were put in place.
  public func rememberStandardLinksAdded() { defaults.set(true, forKey: Self.key) }
}
