import Foundation

/// The bugs that are switched on.
package enum Planted {
  private static let names =
    (ProcessInfo.processInfo.environment["PLANTED"] ?? "").split(separator: ",").map(String.init)

  /// Whether a screen has its bug.
  package static func has(_ name: String) -> Bool { names.contains(name) || names.contains("all") }

  /// Whether a screen has another bug, which is on only by its name: several may hide each other.
  package static func hasOther(_ name: String) -> Bool { names.contains(name) }
}
