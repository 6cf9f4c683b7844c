import Foundation

/// The mutation that the environment chooses for this process.
///
/// `Tests/Mutations/run` adds this file to the sources of the app.
enum Mutation {
  static let chosen = ProcessInfo.processInfo.environment["MUTATION"]
}
