import Testing

@testable import Simulation

@Suite("The progress report")
struct ProgressTests {
  @Test func `a simulation reports its jobs and its story time`() throws {
    let jobs = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    let storyTime = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    jobs.initialize(to: 0)
    storyTime.initialize(to: -1)
    // Set inside a simulation, because only one simulation runs at a time.
    try Simulation.run { _ in
      Simulation.progress = ProgressReport(jobs: jobs, storyTime: storyTime)
    }
    try Simulation.run { simulation in
      let before = jobs.pointee
      #expect(storyTime.pointee == 0)
      try simulation.perform { await Task.yield() }
      let ran = simulation.trace.entries.count
      #expect(jobs.pointee == before + UInt64(ran))
      try simulation.advance(by: .seconds(2))
      #expect(storyTime.pointee == 2_000_000_000)
    }
    try Simulation.run { _ in Simulation.progress = nil }
    jobs.deallocate()
    storyTime.deallocate()
  }
}
