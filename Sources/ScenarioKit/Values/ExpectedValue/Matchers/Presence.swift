/// `!any`: any value that is present.
struct AnyValue: Matcher {
  static let name = "any"
  static let otherNames = ["anything", "some", "something", "present", "exists"]

  init(_ content: MatcherContent) throws(DataError) { try content.refuseData() }

  func matches(_ value: Value) -> Bool? { value != .absent }
}

extension MatcherTag {
  /// `!absent`: no value, as `null` and `~`.
  static let absent = MatcherTag(
    "absent", otherNames: ["null", "nil", "missing", "none", "nothing", "empty"]
  ) { content throws(DataError) in
    try content.refuseData()
    return .absent
  }
}
