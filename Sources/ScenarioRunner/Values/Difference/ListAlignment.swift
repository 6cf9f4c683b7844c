/// Lays an expected list beside an actual one, so that one element too many or too few doesn't make
/// everything behind it look wrong.
enum ListAlignment {
  /// What becomes of the next elements.
  enum Step: Hashable {
    /// The two are compared.
    case pair(expected: Int, actual: Int)
    /// The expected element has nothing beside it.
    case missing(expected: Int)
    /// The actual elements have nothing beside them.
    case unexpected(actual: Range<Int>)

    /// Whether two elements are compared.
    var isPair: Bool {
      if case .pair = self { true } else { false }
    }
  }

  /// How much comparing is done at most to find the best alignment.
  private static let budget = 1_000_000

  /// The cost of an element without one beside it.
  ///
  /// Two of them cost more than a pair that differs in everything, so elements that differ are
  /// compared unless something is gained by not doing so.
  private static let gap = 60

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
    return merged(aligned(expected, actual, rows, columns))
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
    // rest[row][column] is what the rest costs from there on; worked out from the end.
    let width = columns.count + 1
    var rest = [Int](repeating: 0, count: (rows.count + 1) * width)
    var pairs = [Int8](repeating: 0, count: rows.count * columns.count)
    for row in stride(from: rows.count, through: 0, by: -1) {
      for column in stride(from: columns.count, through: 0, by: -1) {
        let here = row * width + column
        if row == rows.count || column == columns.count {
          rest[here] = (rows.count - row + columns.count - column) * gap
          continue
        }
        let cost = expected[rows.lowerBound + row]
          .dissimilarity(from: actual[columns.lowerBound + column])
        pairs[row * columns.count + column] = Int8(cost)
        rest[here] = min(
          cost + rest[here + width + 1], gap + rest[here + width], gap + rest[here + 1])
      }
    }
    var steps: [Step] = []
    var row = 0
    var column = 0
    while row < rows.count || column < columns.count {
      let here = row * width + column
      if row < rows.count, column < columns.count,
        rest[here] == Int(pairs[row * columns.count + column]) + rest[here + width + 1]
      {
        steps.append(
          .pair(expected: rows.lowerBound + row, actual: columns.lowerBound + column))
        row += 1
        column += 1
      } else if row < rows.count, rest[here] == gap + rest[here + width] {
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
