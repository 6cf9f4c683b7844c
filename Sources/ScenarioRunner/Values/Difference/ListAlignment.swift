/// Lays an expected list beside an actual one, so that one element too many or too few doesn't make
/// everything behind it look wrong.
enum ListAlignment {
  /// What becomes of the next elements.
  enum Step: Hashable {
    /// The two are compared.
    case pair(expected: Int, actual: Int)
    /// The expected element has nothing beside it.
    case missing(expected: Int)
    /// The expected element stands at another place, where none is beside it.
    case moved(expected: Int, actual: Int)
    /// The actual elements have nothing beside them.
    case unexpected(actual: Range<Int>)
  }

  /// How much comparing is done at most to find the best alignment.
  private static let budget = 1_000_000

  /// The cost of an element without one beside it.
  ///
  /// Two of them cost more than a pair that differs in everything, so elements that differ are
  /// compared unless something is gained by not doing so.
  private static let gap = 60

  /// The cost of an element that has its place elsewhere.
  ///
  /// Two of them cost less than two pairs that differ a little, so elements that changed places are
  /// told so, and not what makes them different.
  private static let moveGap = 15

  /// The steps through both lists.
  static func steps(from expected: [ExpectedValue], to actual: [Value]) -> [Step] {
    let shorter = min(expected.count, actual.count)
    var start = 0
    while start < shorter, expected[start].matches(actual[start]) { start += 1 }
    var tail = 0
    while tail < shorter - start,
      expected[expected.count - 1 - tail].matches(actual[actual.count - 1 - tail])
    {
      tail += 1
    }
    let rows = start..<expected.count - tail
    let columns = start..<actual.count - tail
    let weight = rows.reduce(0) { $0 + expected[$1].weight } / max(1, rows.count)
    guard !rows.isEmpty, !columns.isEmpty,
      rows.count.multipliedReportingOverflow(by: columns.count * max(1, weight)).partialValue
        <= budget, rows.count <= budget / columns.count
    else { return inOrder(rows, columns) }
    return merged(
      withMoves(aligned(expected, actual, rows, columns), from: expected, to: actual))
  }

  /// Element beside element, with what is left of the longer list at the end.
  private static func inOrder(_ rows: Range<Int>, _ columns: Range<Int>) -> [Step] {
    let count = min(rows.count, columns.count)
    var steps = (0..<count).map {
      Step.pair(expected: rows.lowerBound + $0, actual: columns.lowerBound + $0)
    }
    steps += rows.dropFirst(count).map { .missing(expected: $0) }
    if columns.count > count {
      steps.append(.unexpected(actual: columns.lowerBound + count..<columns.upperBound))
    }
    return steps
  }

  /// The cheapest way through the table of all pairs.
  private static func aligned(
    _ expected: [ExpectedValue], _ actual: [Value], _ rows: Range<Int>, _ columns: Range<Int>
  ) -> [Step] {
    var costs = Costs(rows: rows.count, columns: columns.count)
    for row in 0..<rows.count {
      for column in 0..<columns.count {
        costs.add(
          expected[rows.lowerBound + row]
            .dissimilarity(from: actual[columns.lowerBound + column]), row, column)
      }
    }
    let rowGaps = costs.rowPartners.map { $0 == nil ? gap : moveGap }
    let columnGaps = costs.columnPartners.map { $0 == nil ? gap : moveGap }
    // rest[row][column] is what the rest costs from there on; worked out from the end.
    let width = columns.count + 1
    var rest = [Int](repeating: 0, count: (rows.count + 1) * width)
    for row in stride(from: rows.count, through: 0, by: -1) {
      for column in stride(from: columns.count, through: 0, by: -1) {
        let here = row * width + column
        switch (row == rows.count, column == columns.count) {
        case (true, true): rest[here] = 0
        case (true, false): rest[here] = columnGaps[column] + rest[here + 1]
        case (false, true): rest[here] = rowGaps[row] + rest[here + width]
        case (false, false):
          rest[here] = min(
            costs[row, column] + rest[here + width + 1], rowGaps[row] + rest[here + width],
            columnGaps[column] + rest[here + 1])
        }
      }
    }
    var steps: [Step] = []
    var row = 0
    var column = 0
    while row < rows.count || column < columns.count {
      let here = row * width + column
      if row < rows.count, column < columns.count,
        rest[here] == costs[row, column] + rest[here + width + 1]
      {
        steps.append(
          .pair(expected: rows.lowerBound + row, actual: columns.lowerBound + column))
        row += 1
        column += 1
      } else if row < rows.count, rest[here] == rowGaps[row] + rest[here + width] {
        steps.append(.missing(expected: rows.lowerBound + row))
        row += 1
      } else {
        let place = columns.lowerBound + column
        steps.append(.unexpected(actual: place..<place + 1))
        column += 1
      }
    }
    return steps
  }

  /// Takes an element that is missing at one place and unexpected at another as moved.
  private static func withMoves(
    _ steps: [Step], from expected: [ExpectedValue], to actual: [Value]
  ) -> [Step] {
    var strays = steps.compactMap { step in
      if case .unexpected(let places) = step { places.first } else { nil }
    }
    var arrived: Set<Int> = []
    let result = steps.map { step in
      guard case .missing(let index) = step,
        let stray = strays.firstIndex(where: { expected[index].matches(actual[$0]) })
      else { return step }
      let place = strays.remove(at: stray)
      arrived.insert(place)
      return .moved(expected: index, actual: place)
    }
    return result.filter { step in
      if case .unexpected(let places) = step { !arrived.contains(places.lowerBound) } else { true }
    }
  }

  /// Joins unexpected elements that follow each other.
  private static func merged(_ steps: [Step]) -> [Step] {
    var result: [Step] = []
    for step in steps {
      if case .unexpected(let next) = step, case .unexpected(let last) = result.last {
        result[result.count - 1] = .unexpected(actual: last.lowerBound..<next.upperBound)
      } else {
        result.append(step)
      }
    }
    return result
  }
}

/// What it costs to lay each expected element beside each actual one.
private struct Costs {
  private let columns: Int
  private var pairs: [Int8]
  /// What matches each element.
  private var rowMatches: [[Int]]
  private var columnMatches: [[Int]]

  init(rows: Int, columns: Int) {
    self.columns = columns
    pairs = [Int8](repeating: 0, count: rows * columns)
    rowMatches = [[Int]](repeating: [], count: rows)
    columnMatches = [[Int]](repeating: [], count: columns)
  }

  subscript(row: Int, column: Int) -> Int { Int(pairs[row * columns + column]) }

  mutating func add(_ cost: Int, _ row: Int, _ column: Int) {
    pairs[row * columns + column] = Int8(cost)
    guard cost == 0 else { return }
    rowMatches[row].append(column)
    columnMatches[column].append(row)
  }

  /// For each expected element the actual one that matches it, where the two match nothing else.
  var rowPartners: [Int?] {
    rowMatches.map { $0.count == 1 && columnMatches[$0[0]].count == 1 ? $0[0] : nil }
  }

  /// For each actual element the expected one that matches it, where the two match nothing else.
  var columnPartners: [Int?] {
    columnMatches.map { $0.count == 1 && rowMatches[$0[0]].count == 1 ? $0[0] : nil }
  }
}

extension ExpectedValue {
  /// How far a value is from what is expected, from 0 for a match to 100 for nothing in common.
  func dissimilarity(from actual: Value) -> Int {
    if matches(actual) { return 0 }
    let parts: [Int]
    switch (rule, actual) {
    case (.mapping(let entries, _), .mapping(let pairs)):
      let values = MappingIndex(pairs)
      parts = entries.map { $0.value.dissimilarity(from: values[$0.key] ?? .absent) }
    case (.list(let elements), .list(let values)):
      let count = max(elements.count, values.count)
      parts = (0..<count).map {
        $0 < elements.count && $0 < values.count
          ? elements[$0].dissimilarity(from: values[$0]) : 100
      }
    default:
      return 100
    }
    return min(100, max(10, parts.reduce(0, +) / max(1, parts.count)))
  }

  /// How many scalars take part in a comparison, roughly.
  fileprivate var weight: Int {
    switch rule {
    case .mapping(let entries, _): entries.reduce(1) { $0 + $1.value.weight }
    case .list(let elements), .unordered(let elements), .oneOf(let elements):
      elements.reduce(1) { $0 + $1.weight }
    case .contains(let other), .not(let other): other.weight
    case .any, .absent, .scalar, .pattern, .count, .about, .beyond: 1
    }
  }
}
