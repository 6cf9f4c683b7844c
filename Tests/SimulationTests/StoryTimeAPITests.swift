@preconcurrency import Dispatch
import Foundation
import Simulation
import Testing

@Suite("APIs in story time")
struct StoryTimeAPITests {
  static let apis =
    StoryTimeAPI.queues + StoryTimeAPI.workItems + StoryTimeAPI.waiting + StoryTimeAPI.timers
    + StoryTimeAPI.operations

  @Test(arguments: apis)
  func `each API works in story time`(api: StoryTimeAPI) throws {
    let (said, violations, unfinished) = try api.run()
    #expect(said == api.says)
    #expect(violations == [])
    #expect(unfinished == 0)
  }

  @Test func `the article on story time lists each API`() throws {
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Sources/Simulation/Documentation.docc/WhatRunsInStoryTime.md"),
      encoding: .utf8)
    let items = article.split(separator: "\n").filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }
    let names = Self.apis.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.filter { !items.contains(Substring($0)) } == [])
  }

  @Test(arguments: apis)
  func `each API has the same trace in each run`(api: StoryTimeAPI) throws {
    func trace() throws -> Trace {
      try Simulation.run { simulation in
        try simulation.perform { api.code(Log()) }
        _ = try simulation.finish()
        return simulation.trace
      }
    }
    #expect(try trace() == trace())
  }
}
