import CSimulation
import Foundation
import Simulation

/// The differences between newly executed processes of one executable.
///
/// Random numbers and hash values follow the seeds of the process; see `random.c`.
package struct ProcessVariation {
  private static let (seed, hashSeed) = (SIMULATION_SEED, SIMULATION_HASH_SEED)

  /// The environment variables that differ from those of this process.
  private(set) var environment: [String: String] = [:]

  /// A number that varies the order of memory in processes that run scenarios.
  ///
  /// If it is not 0, the addresses of the process vary, too.
  private(set) var memorySeed: UInt64 = 0

  /// Nothing that differs from process to process.
  static let none = ProcessVariation()

  /// Returns other random numbers, with the hash values of this process.
  static func ofRandomNumbers(_ number: UInt64) -> ProcessVariation {
    var variation = ofHashValues(0)
    variation.environment[seed] = "\(usedSeed &+ number)"
    return variation
  }

  static func ofHashValues(_ number: UInt64) -> ProcessVariation {
    let used = ProcessInfo.processInfo.environment[hashSeed].flatMap { UInt64($0) } ?? usedSeed
    return ProcessVariation(environment: [hashSeed: "\(used &+ number)"])
  }

  /// The seed of this process's random numbers.
  package static var usedSeed: UInt64 { Simulation.seed }

  /// Executes this process's executable anew, unless the seed is used already.
  ///
  /// Hash values must have their seed before anything is hashed.
  package static func execute(withSeed number: UInt64) throws {
    guard number != Simulation.seed else { return }
    setenv(seed, "\(number)", 1)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv(SymbolTable.ownExecutable, &arguments)
    throw SystemError("execv")
  }
}
