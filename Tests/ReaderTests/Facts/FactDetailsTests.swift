import Foundation
import Testing

@MainActor
@Suite("The details of a fact", .timeLimit(.minutes(10)))
struct FactDetailsTests {
  private let screen = FactsScreen()

  @Test func `the details button opens the details of the loaded fact`() async throws {
    try await screen.load()
    screen.presenter.detailsTapped()
    #expect(screen.router.opened == [123])
  }

  @Test func `the details button opens the details of the latest fact`() async throws {
    try await screen.load()
    try await screen.load(answering: factJSON(identifier: 124))
    screen.presenter.detailsTapped()
    #expect(screen.router.opened == [124])
  }

  @Test func `the details button does nothing before a fact is loaded`() async throws {
    screen.presenter.start()
    screen.presenter.detailsTapped()
    screen.presenter.loadTapped()
    screen.presenter.detailsTapped()
    try await screen.transport.next().answer(factJSON())
    await screen.view.hasShown(3)
    #expect(screen.router.opened == [])
  }

  @Test func `the details button does nothing while another fact loads`() async throws {
    try await screen.load()
    screen.presenter.loadTapped()
    screen.presenter.detailsTapped()
    #expect(screen.router.opened == [])
  }

  @Test func `the details button does nothing after a failed load clears the screen`() async throws
  {
    try await screen.load()
    try await screen.load(answering: "not JSON")
    screen.presenter.detailsTapped()
    #expect(screen.router.opened == [])
  }
}
