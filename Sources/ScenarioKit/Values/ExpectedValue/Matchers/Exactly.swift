extension MatcherTag {
  /// `!exactly {…}`: a mapping with these keys and no others.
  static let exactly = MatcherTag("exactly", example: "{ state: initial }") {
    content throws(DataError) in .mapping(try content.entries(), isExact: true)
  }
}
