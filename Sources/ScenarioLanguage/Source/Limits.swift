/// How much a story file may ask for, so that a broken or hostile one ends in a mistake and not in
/// a hang or a crash.
public enum Limits {
  /// The size of a file, in bytes: 16 MiB.
  public static let fileSize = 16 * 1024 * 1024

  /// How many lists and mappings may stand inside each other.
  public static let nesting = 64

  /// How many values the aliases (`*name`) of a file may repeat, all together.
  public static let repeatedValues = 100_000

  /// How many values a file may hold, keys counted too.
  public static let values = 1_000_000

  /// How many documents a file may hold.
  public static let documents = 1_000

  /// How many scenarios and steps the examples and phrases of a file may make, all together.
  public static let scenariosAndSteps = 1_000_000

  /// A limit as people write it, with its thousands apart.
  static func text(_ limit: Int) -> String {
    let digits = Array(String(limit))
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit]
      })
  }
}
