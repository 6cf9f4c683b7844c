import Foundation
import ReaderApp
import Testing

@Suite("The system's date provider")
struct SystemDateProviderTests {
  @Test func `tells the time of the system's clock`() {
    let before = Date()
    let now = SystemDateProvider().now
    #expect(before <= now)
    #expect(now <= Date())
  }
}
