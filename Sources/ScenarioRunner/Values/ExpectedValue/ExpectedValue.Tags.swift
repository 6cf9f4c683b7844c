extension ExpectedValue {
  /// How each tag of expected data is written, as in `!contains Quick`.
  public static let tagExamples = ExpectationTag.allCases.map(\.example)

  /// The names of all tags, such as `!contains`, and of those that turn another round, such as
  /// `!not-contains`.
  public static let tagNames: [String] = {
    let names = ExpectationTag.allCases.map(\.rawValue)
    return names
      + names.filter { $0 != ExpectationTag.not.rawValue }
      .map { "!not-" + $0.dropFirst() }
  }()
}
