/// The costs of differences, in tenths of a mistyped letter.
enum EditCost {
  /// An extra, missing or wrong letter, or two transposed letters.
  static let edit = 10
  /// A letter in the wrong case.
  static let changedCase = 1
  /// Text that doesn't match its parameter, such as a `{string}` without quotes.
  static let unfit = 20
  /// Each letter of such text, in addition.
  static let unfitLetter = 1
  /// A missing parameter.
  static let missingParameter = 30
  /// A parameter that accepts almost any text.
  ///
  /// Its cost makes the more specific of two matching expressions the nearer one.
  static let vagueParameter = 1
  /// A parameter that accepts any text.
  static let anonymousParameter = 3
}

/// The costs of turning the start of an expression into each prefix of a sentence.
///
/// This is the table of the edit distance. Only the last rows are kept, because each letter or
/// parameter of the expression derives a row from the previous ones.
struct EditRows {
  private let sentence: [Letter]

  /// The cost for each prefix length of the sentence.
  private(set) var row: [Int]

  init(sentence: [Letter]) {
    self.sentence = sentence
    row = (0...sentence.count).map { $0 * EditCost.edit }
  }

  /// The cost of turning the whole expression into the whole sentence.
  var total: Int { row[sentence.count] }

  /// A lower bound of the final cost, whatever follows in the expression.
  var least: Int { row.min() ?? 0 }

  /// Advances by a text.
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

  /// Advances by a parameter that matches some ranges of the sentence.
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
    for column in row.indices.dropFirst() {
      row[column] = min(row[column], row[column - 1] + EditCost.edit)
    }
  }

  /// Advances by a parameter that accepts any text.
  mutating func followAnything() {
    var least = Int.max
    for column in row.indices {
      least = min(least, row[column])
      row[column] = least + EditCost.anonymousParameter
    }
  }

  /// Advances by the nearest of several alternatives, column by column.
  mutating func follow(anyOf ways: [[Letter]]) {
    var nearest: [Int]?
    for way in ways {
      var rows = self
      rows.follow(way)
      nearest = nearest.map { zip($0, rows.row).map(min) } ?? rows.row
    }
    row = nearest ?? row
  }

  private static func cost(of typed: Letter, for letter: Letter) -> Int {
    if typed.exact == letter.exact { return 0 }
    return typed.folded == letter.folded ? EditCost.changedCase : EditCost.edit
  }
}
