import Foundation
import ReaderApp
import Testing

@Suite("The facts factory")
struct FactsFactoryTests {
  @Test func `the facts factory uses the real network and clock by default`() {
    let factory = FactsFactory()
    #expect(factory.transport is LiveTransport)
    #expect(factory.dateProvider is SystemDateProvider)
    #expect(factory.locale == .autoupdatingCurrent)
    #expect(factory.calendar == .autoupdatingCurrent)
  }
}
