import Foundation
import Testing

/// Swift Testing's own cost of so many cases.
@Suite struct EmptyTests {
  static let copies = (Int(ProcessInfo.processInfo.environment["CASES"] ?? "") ?? 4) / 4

  @Test(arguments: 0..<copies) func first(_ copy: Int) async throws {}
  @Test(arguments: 0..<copies) func second(_ copy: Int) async throws {}
  @Test(arguments: 0..<copies) func third(_ copy: Int) async throws {}
  @Test(arguments: 0..<copies) func fourth(_ copy: Int) async throws {}
}
