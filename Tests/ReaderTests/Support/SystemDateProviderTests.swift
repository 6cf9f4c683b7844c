import Foundation
import ReaderApp
import Testing

@Suite("The system's date provider")
struct SystemDateProviderTests {
  @Test func `the system date provider returns the time of the system clock`() {
    let before = Date()
    let now = SystemDateProvider().now
    #expect(before <= now)
    #expect(now <= Date())
  }
}
