import CSimulation
import Glibc
import Simulation
import Testing

@testable import ScenarioWorkers

@Suite("The folders of a process")
struct ProcessFoldersTests {
  private struct MissingFolder: Error {}

  /// Foundation creates folders for caches as soon as the process uses them.
  @Test func `a process has its folders though its home is there before a simulation`() throws {
    let child = try ChildProcess { _ in
      // A process that waits for itself ends.
      alarm(30)
      guard simulation_own_process(false), let home = getenv("HOME") else { throw MissingFolder() }
      // The first simulation removes the folders of others that have ended.
      try Simulation.perform {}
      let path = String(cString: home)
      mkdir(String(path.dropLast("/home".count)), 0o700)
      mkdir(path, 0o700)
      for _ in 1...2 {
        // To ask for the home creates both.
        let areThere = try Simulation.perform {
          [getenv("HOME"), getenv("TMPDIR")].allSatisfy { $0.map { access($0, F_OK) } == 0 }
        }
        if !areThere { throw MissingFolder() }
      }
    }
    #expect(child.wait() == .exited(0))
  }
}
