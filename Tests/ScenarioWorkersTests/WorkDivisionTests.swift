import Testing

@testable import ScenarioWorkers

@Suite("The division of work")
struct WorkDivisionTests {
  private func paths(_ files: [(path: String, size: Int)], jobs: Int) -> [[String]] {
    WorkDivision(files, jobs: jobs).workers.map { files in
      files.map { $0.parts > 1 ? "\($0.path) \($0.part + 1)/\($0.parts)" : $0.path }
    }
  }

  @Test func `files are assigned in order to the worker with the least work`() {
    let files = [("a", 8_000), ("b", 5_000), ("c", 4_000), ("d", 9_000), ("e", 1_000)]
    #expect(paths(files, jobs: 2) == [["a", "d"], ["b", "c", "e"]])
  }

  @Test func `a few small stories share one worker`() {
    #expect(paths([("a", 2_000), ("b", 2_000)], jobs: 8) == [["a", "b"]])
  }

  @Test func `a large file is divided among all workers`() {
    #expect(
      paths([("a", 1_000_000), ("b", 9_000)], jobs: 2) == [["a 1/2", "b"], ["a 2/2"]])
  }

  @Test func `every worker has at least one file`() {
    #expect(paths([("a", 20_000), ("b", 20_000)], jobs: 8).allSatisfy { !$0.isEmpty })
    #expect(paths([], jobs: 4) == [])
  }
}
