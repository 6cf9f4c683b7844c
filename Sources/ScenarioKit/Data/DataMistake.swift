import ScenarioLanguage

/// Data of a story that can't be used as it is written, with the place in the file that is wrong.
public struct DataMistake: Error, Sendable, Hashable {
  /// The stretch of the file that is wrong.
  public var range: SourceRange

  /// The problem in one sentence that begins in lower case and has no full stop.
  public var message: String

  /// Hints on how to correct it, a line each.
  public var remedies: [String]

  /// Which kind of mistake it is, for programs; ``Diagnostic/Rule/wrongData`` unless another is given.
  public var rule: Diagnostic.Rule

  /// Creates a mistake.
  public init(
    _ message: String, at range: SourceRange, rule: Diagnostic.Rule = .wrongData,
    remedies: [String] = []
  ) {
    self.rule = rule
    self.range = range
    self.message = message
    self.remedies = remedies
  }

  /// Returns the name that was probably meant, or else the known ones.
  static func remedies(
    for name: String, among known: [String], called plural: String
  ) -> [String] {
    if let nearest = NearestText.suggestions(for: name, among: known, limit: 1).first {
      return ["Did you mean: \(nearest)"]
    }
    return list(of: known, called: plural)
  }

  /// Returns a hint that lists the known names.
  static func list(of known: [String], called plural: String) -> [String] {
    guard !known.isEmpty else { return [] }
    let shown = known.prefix(20).joined(separator: ", ") + (known.count > 20 ? ", …" : "")
    return ["Known \(plural): \(shown)"]
  }
}
