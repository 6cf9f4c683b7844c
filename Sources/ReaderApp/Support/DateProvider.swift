public import Foundation

/// A provider of the current time, which tests can replace.
public protocol DateProvider: Sendable {
  /// The current time.
  var now: Date { get }
}

/// A date provider that uses the system's clock.
public struct SystemDateProvider: DateProvider {
  /// Creates a provider.
  public init() {}

  /// The system's current time.
  public var now: Date { Date() }
}
