/// What differences cost, in tenths of a mistyped letter.
enum EditCost {
  /// A letter too many, too few, a wrong one, or two that changed places.
  static let edit = 10
  /// A letter in the wrong case.
  static let changedCase = 1
  /// Text where a parameter should be that doesn't look like one, such as a `{string}` without
  /// quotes.
  static let unfit = 20
  /// Each letter of such text, on top.
  static let unfitLetter = 1
  /// A parameter that isn't there at all.
  static let missingParameter = 30
  /// A parameter that takes almost any text; so that of two that fit, the one that says more is
  /// nearer.
  static let vagueParameter = 1
  /// A parameter that takes any text whatever.
  static let anonymousParameter = 3
}

/// The costs at which the start of an expression turns into each start of a sentence.
///
/// This is the table of the edit distance, of which only the last rows are kept: following an
/// expression's letters and parameters makes one row from the last.
struct EditRows {
  private let sentence: [Letter]

  /// The cost for each count of the sentence's letters.
  private(set) var row: [Int]

  init(sentence: [Letter]) {
    self.sentence = sentence
    row = (0...sentence.count).map { $0 * EditCost.edit }
  }

  /// What the whole expression costs for the whole sentence.
  var total: Int { row[sentence.count] }

  /// The least that the rest of an expression can still lead to.
  var least: Int { row.min() ?? 0 }

  /// Goes on by text.
  mutating func follow(_ letters: [Letter]) {
    var before = row
    var last: Letter?
    for letter in letters {
      var next = row
      next[0] = row[0] + EditCost.edit
      for column in row.indices.dropFirst() {
        let typed = sentence[column - 1]
        var cost = min(row[column], next[column - 1]) + EditCost.edit
        cost = min(cost, row[column - 1] + Self.cost(of: typed, for: letter))
        if let last, column > 1, typed.folded == last.folded,
          sentence[column - 2].folded == letter.folded
        {
          cost = min(cost, before[column - 2] + EditCost.edit)
        }
        next[column] = cost
      }
      before = row
      row = next
      last = letter
    }
  }

  /// Goes on by a parameter, of which the sentence has samples in some places.
  mutating func follow(parameterAt spans: [Range<Int>], vagueness: Int) {
    var next = row.map { $0 + EditCost.missingParameter }
    var unfit = Int.max / 2
    for column in row.indices.dropFirst() {
      unfit = min(unfit, row[column - 1] + EditCost.unfit) + EditCost.unfitLetter
      next[column] = min(next[column], unfit)
    }
    for span in spans {
      next[span.upperBound] = min(next[span.upperBound], row[span.lowerBound] + vagueness)
    }
    row = next
    allowFurtherLetters()
  }

  /// Goes on by a parameter that takes any text.
  mutating func followAnything() {
    var least = Int.max
    for column in row.indices {
      least = min(least, row[column])
      row[column] = least + EditCost.anonymousParameter
    }
  }

  /// Goes on by whichever of several ways is nearest, column by column.
  mutating func follow(anyOf ways: [[Letter]]) {
    var nearest: [Int]?
    for way in ways {
      var rows = self
      rows.follow(way)
      nearest = nearest.map { zip($0, rows.row).map(min) } ?? rows.row
    }
    row = nearest ?? row
  }

  private mutating func allowFurtherLetters() {
    for column in row.indices.dropFirst() {
      row[column] = min(row[column], row[column - 1] + EditCost.edit)
    }
  }

  private static func cost(of typed: Letter, for letter: Letter) -> Int {
    if typed.exact == letter.exact { return 0 }
    return typed.folded == letter.folded ? EditCost.changedCase : EditCost.edit
  }
}
