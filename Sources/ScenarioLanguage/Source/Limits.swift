import Foundation

/// The limits of a story file, which make a broken or hostile file end in an error rather than a
/// hang or a crash.
package enum Limits {
  /// The maximum size of a file in bytes: 16 MiB.
  package static let fileSize = 16 * 1024 * 1024

  /// The maximum size in bytes of a file that a story names, such as a fixture: 64 MiB.
  package static let fixtureSize = 64 * 1024 * 1024

  /// The maximum nesting depth of lists and mappings.
  package static let nesting = 64

  /// The maximum number of values that all aliases (`*name`) of a file may repeat.
  package static let repeatedValues = 100_000

  /// The maximum number of values in a file, including keys.
  package static let values = 1_000_000

  /// The maximum number of documents in a file.
  package static let documents = 1_000

  /// The maximum number of scenarios and steps in a file, after expanding examples and phrases.
  package static let scenariosAndSteps = 1_000_000

  /// The maximum number of steps that one sentence stands for by phrases.
  package static let stepsOfPhrase = 1_000

  /// The maximum size of a phrase's steps in bytes, after filling in its placeholders: 1 MiB.
  package static let phraseSize = 1024 * 1024

  /// Returns a limit as text, with thousands separators.
  package static func text(_ limit: Int) -> String {
    limit.formatted(.number.locale(Locale(identifier: "en_US")))
  }
}
