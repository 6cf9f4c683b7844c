import DisplayText

/// Names that other test tools use for the keys of a story.
enum KeySynonyms {
  /// Returns the keys that an unknown key was probably meant to be, nearest first.
  ///
  /// Returns no suggestion for a key that is valid elsewhere: `scenario` at the top level of a
  /// story is a misplaced scenario, not a typo.
  static func suggestions(for key: String, among known: [String]) -> [String] {
    guard !Keys.all.contains(key) else { return [] }
    let word = String(key.lowercased().drop { !$0.isLetter })
    if word != key, known.contains(word) { return [word] }
    let meant = others.first { known.contains($0.key) && $0.others.contains(word) }
    if let meant { return [meant.key] }
    return NearestText.suggestions(for: key, among: known)
  }

  private static let others: [(key: String, others: Set<String>)] = [
    ("story", ["feature", "title", "name", "suite"]),
    ("about", ["description", "summary"]),
    ("scenario", ["test", "case", "it", "example", "scenario outline"]),
    ("scenarios", ["tests", "cases", "children", "nested"]),
    ("background", ["setup", "set up", "before", "before each", "beforeeach"]),
    ("and", ["and then", "and when", "and given", "also", "plus"]),
    (
      "given",
      ["and given", "setup", "set up", "prepare", "precondition", "preconditions", "arrange"]
    ),
    ("when", ["and when", "do", "act", "action", "actions", "if"]),
    (
      "then",
      [
        "and then", "expect", "expects", "expected", "expectation", "expectations", "should",
        "assert", "check",
        "verify", "result",
      ]
    ),
    ("clock", ["date", "time", "now", "today"]),
    ("time zone", ["timezone", "time-zone", "time_zone", "zone", "tz"]),
    ("known issue", ["issue", "bug", "xfail", "expected to fail"]),
    ("skip", ["ignore", "ignored", "skipped", "disabled", "pending", "todo"]),
    ("tags", ["labels", "label"]),
    ("examples", ["table", "data", "where"]),
  ]
}
