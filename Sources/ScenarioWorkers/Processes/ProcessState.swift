import CSimulation
import Foundation

/// The state of a process that only runs scenarios.
enum ProcessState {
  /// Makes the folders of code in simulations those of the whole process.
  ///
  /// - Parameter startsPrograms: Whether the app may start programs, which get these folders, too.
  static func begin(startsPrograms: Bool) throws {
    guard simulation_own_process(startsPrograms) else {
      let path = String(cString: simulation_temporary_folder())
      throw WorkerFailure(
        description: "no files can be created in the temporary folder \"\(path)\"; set TMPDIR to "
          + "another folder")
    }
    // The zone of most stories, which then need not change it.
    NSTimeZone.default = .gmt
  }
}

/// An error that makes a run impossible.
struct WorkerFailure: Error, CustomStringConvertible { let description: String }
