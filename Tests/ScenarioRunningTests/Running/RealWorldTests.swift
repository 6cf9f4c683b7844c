import Foundation
import ScenarioKit
import Simulation
import Testing

@testable import ScenarioRunning

@Suite("The schedule of a story in real time")
struct RealWorldTests {
  private func world() -> RealWorld {
    var limits = RealWorld.Limits.ofDoubles
    // Other tests may keep the main thread busy.
    limits.work = .seconds(600)
    return RealWorld(startingAt: Date(timeIntervalSince1970: 0), ScenarioDoubles(), limits: limits)
  }

  @Test func `steps take no story time, and pauses take exactly theirs`() throws {
    let world = world()
    try world.run("", within: nil) {}
    world.settle()
    #expect(world.elapsed == .zero)
    try world.advance(by: .milliseconds(20))
    try world.run("", within: nil) {}
    try world.advance(by: .milliseconds(5))
    #expect(world.elapsed == .milliseconds(25))
  }

  @Test func `the clock of a scenario shows the time of its schedule`() throws {
    let world = world()
    try world.advance(by: .milliseconds(20))
    world.settle()
    #expect(world.clock.now.offset == .milliseconds(20))
    #expect(world.clock.date == Date(timeIntervalSince1970: 0.02))
  }

  @Test func `the clock goes on while an act waits`() throws {
    let world = world()
    let clock = world.clock
    try world.run("", within: nil) {
      while clock.now.offset < .milliseconds(150) { await Task.yield() }
    }
    #expect(world.elapsed >= .milliseconds(150))
    #expect(world.clock.now.offset == world.elapsed)
  }

  @Test func `a condition that never holds is evaluated until the time is over`() throws {
    let world = world()
    var looks = 0
    let wait = try world.wait(upTo: .milliseconds(20)) {
      looks += 1
      return false
    }
    #expect(wait == .timeOver)
    #expect(looks > 1)
    #expect(world.elapsed == .milliseconds(20))
  }

  @Test func `checks that are late are evaluated once each, and a time word at least once`() throws
  {
    let world = world()
    var looks = 0
    func look() -> Bool {
      looks += 1
      return false
    }
    #expect(try world.waitTolerantly(upTo: .zero, until: look) == .timeOver)
    #expect(looks > 1)
    looks = 0
    #expect(try world.waitTolerantly(upTo: .zero, until: look) == .timeOver)
    #expect(looks == 1)
    looks = 0
    #expect(try world.wait(upTo: .milliseconds(20), until: look) == .timeOver)
    #expect(looks == 1)
  }

  @Test func `a scenario that needs more time than it may take ends`() {
    let world = world()
    #expect(throws: (any Error).self) { try world.advance(by: RealTime.longest + .seconds(1)) }
    #expect(world.needsMoreTime)
    #expect(world.elapsed == .zero)
  }

  @Test func `an error of an act is thrown`() {
    let world = world()
    #expect(throws: URLError.self) {
      try world.run("", within: nil) { throw URLError(.timedOut) }
    }
  }
}
