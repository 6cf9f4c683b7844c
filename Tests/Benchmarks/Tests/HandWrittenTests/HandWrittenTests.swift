import FactsByHand
import Foundation
import ReaderApp
import Testing

/// The four scenarios of the facts screen as people write them without stories, as often as
/// `CASES` says.
@MainActor
@Suite struct HandWrittenTests {
  nonisolated static let environment = ProcessInfo.processInfo.environment
  nonisolated static let copies = (Int(environment["CASES"] ?? "") ?? 4) / 4
  nonisolated static let delay = Duration.milliseconds(Int(environment["DELAY"] ?? "") ?? 0)

  @Test(arguments: 0..<copies) func `the screen appears`(_ copy: Int) async throws {
    let world = try makeWorld(answers: false)
    world.screen.presenter?.start()
    #expect(world.screen.shown.last == .initial)
    #expect(world.screen.shown.count == 1)
    #expect(world.server.requests.isEmpty)
    #expect(world.screen.alerts == 0)
  }

  @Test(arguments: 0..<copies) func `loading succeeds`(_ copy: Int) async throws {
    let world = try makeWorld(answers: true)
    world.screen.presenter?.start()
    world.screen.presenter?.loadTapped()
    await world.screen.updates(3)
    let (text, ago) = try info(of: world)
    #expect(text.contains("Quick"))
    #expect(ago == "5 days ago")
    #expect(world.screen.shown == [.initial, .loading, .info(infoText: text, timeAgoText: ago)])
    #expect(world.screen.shown.count == 3)
    #expect(world.server.requests.count == 1)
    #expect(world.screen.alerts == 0)
  }

  @Test(arguments: 0..<copies) func `tapping details opens the details`(_ copy: Int) async throws {
    let world = try makeWorld(answers: true)
    world.screen.presenter?.start()
    world.screen.presenter?.loadTapped()
    await world.screen.updates(3)
    _ = try info(of: world)
    world.screen.presenter?.detailsTapped()
    #expect(world.router.opened == [123])
    #expect(world.screen.alerts == 0)
  }

  @Test(arguments: 0..<copies) func `loading fails`(_ copy: Int) async throws {
    let world = try makeWorld(answers: false)
    world.screen.presenter?.start()
    world.screen.presenter?.loadTapped()
    await world.screen.updates(3)
    #expect(world.screen.shown.last == .initial)
    #expect(world.screen.alerts == 1)
    #expect(world.screen.shown.count == 3)
    #expect(world.server.requests.count == 1)
  }

  private func makeWorld(answers: Bool) throws -> FactsWorld {
    let world = FactsWorld(now: FixedDate.ofTheStories)
    world.server.delay = Self.delay
    guard answers else { return world }
    world.server.body = try FactFile.body(of: try #require(Self.environment["INFO"]))
    return world
  }

  private func info(of world: FactsWorld) throws -> (text: String, ago: String) {
    guard case .info(let text, let ago)? = world.screen.shown.last else {
      throw NoInfo()
    }
    return (text, ago)
  }

  private struct NoInfo: Error {}
}
