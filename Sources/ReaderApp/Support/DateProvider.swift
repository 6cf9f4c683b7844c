public import Foundation

/// Tells what time it is, so that what depends on the time can be given any.
public protocol DateProvider: Sendable {
  /// The current time.
  var now: Date { get }
}

/// The date provider that reads the system's clock.
public struct SystemDateProvider: DateProvider {
  /// Creates a provider.
  public init() {}

  /// The system's current time.
  public var now: Date { Date() }
}
