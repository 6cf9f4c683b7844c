import Foundation
import ReaderApp
import Testing

@Suite("The facts factory")
struct FactsFactoryTests {
  @Test func `builds on the real network and clock unless told otherwise`() {
    let factory = FactsFactory()
    #expect(factory.transport is LiveTransport)
    #expect(factory.dateProvider is SystemDateProvider)
    #expect(factory.locale == .autoupdatingCurrent)
    #expect(factory.calendar == .autoupdatingCurrent)
  }
}
