/// The alignment of an expected list with an actual one.
///
/// With an alignment, one additional or missing element doesn't make all later elements differ.
enum ListAlignment {
  /// A step through both lists.
  enum Step: Hashable {
    /// The two elements are compared.
    case pair(expected: Int, actual: Int)
    /// The expected element has no counterpart.
    case missing(expected: Int)
    /// The expected element occurs at another position, where it has no counterpart.
    case moved(expected: Int, actual: Int)
    /// The actual elements have no counterparts.
    case unexpected(actual: Range<Int>)

    /// Whether two elements are compared.
    var isPair: Bool { if case .pair = self { true } else { false } }
  }

  /// The maximum number of scalar comparisons to find the best alignment.
  private static let budget = 1_000_000

  /// Returns the steps through both lists.
  static func steps(from expected: [ExpectedValue], to actual: [Value]) -> [Step] {
    let start = zip(expected, actual).prefix { $0.matches($1) }.count
    let ends = zip(expected.dropFirst(start).reversed(), actual.dropFirst(start).reversed())
    let tail = ends.prefix { $0.matches($1) }.count
    let rows = start..<expected.count - tail
    let columns = start..<actual.count - tail
    let weight = rows.reduce(0) { $0 + expected[$1].weight } / max(1, rows.count)
    guard !rows.isEmpty, !columns.isEmpty,
      rows.count.multipliedReportingOverflow(by: columns.count * max(1, weight)).partialValue
        <= budget, rows.count <= budget / columns.count
    else { return inOrder(rows, columns) }
    return withMoves(aligned(expected, actual, rows, columns), from: expected, to: actual)
  }

  /// Returns the elements paired in order, with the remainder of the longer list at the end.
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

  /// Returns the cheapest path through the table of all pairs.
  private static func aligned(
    _ expected: [ExpectedValue], _ actual: [Value], _ rows: Range<Int>, _ columns: Range<Int>
  ) -> [Step] {
    let costs = Costs(expected[rows], actual[columns])
    // rest[row][column] is the cost of the remaining path from there; computed from the end.
    let width = columns.count + 1
    var rest = [Int](repeating: 0, count: (rows.count + 1) * width)
    for row in (0...rows.count).reversed() {
      for column in (0...columns.count).reversed() {
        let here = row * width + column
        var cost = row == rows.count && column == columns.count ? 0 : Int.max
        if column < columns.count { cost = costs.columnGaps[column] + rest[here + 1] }
        if row < rows.count {
          cost = min(cost, costs.rowGaps[row] + rest[here + width])
          if column < columns.count {
            cost = min(cost, costs[row, column] + rest[here + width + 1])
          }
        }
        rest[here] = cost
      }
    }
    var steps: [Step] = []
    var (row, column) = (0, 0)
    while row < rows.count || column < columns.count {
      let here = row * width + column
      let (index, position) = (rows.lowerBound + row, columns.lowerBound + column)
      if row < rows.count, column < columns.count,
        rest[here] == costs[row, column] + rest[here + width + 1]
      {
        steps.append(.pair(expected: index, actual: position))
        (row, column) = (row + 1, column + 1)
      } else if row < rows.count, rest[here] == costs.rowGaps[row] + rest[here + width] {
        steps.append(.missing(expected: index))
        row += 1
      } else {
        steps.append(.unexpected(actual: position..<position + 1))
        column += 1
      }
    }
    return steps
  }

  /// Replaces an element that is missing at one position and unexpected at another by a move.
  ///
  /// Adjacent unexpected elements are then merged.
  private static func withMoves(
    _ steps: [Step], from expected: [ExpectedValue], to actual: [Value]
  ) -> [Step] {
    var strays = steps.compactMap { step in
      if case .unexpected(let positions) = step { positions.first } else { nil }
    }
    let moved = steps.map { step in
      guard case .missing(let index) = step,
        let stray = strays.firstIndex(where: { expected[index].matches(actual[$0]) })
      else { return step }
      return .moved(expected: index, actual: strays.remove(at: stray))
    }
    let left = Set(strays)
    var result: [Step] = []
    for step in moved {
      guard case .unexpected(let positions) = step else {
        result.append(step)
        continue
      }
      guard left.contains(positions.lowerBound) else { continue }
      if case .unexpected(let last) = result.last {
        result[result.count - 1] = .unexpected(actual: last.lowerBound..<positions.upperBound)
      } else {
        result.append(step)
      }
    }
    return result
  }
}

/// The costs of pairing each expected element (a row) with each actual one (a column).
private struct Costs {
  /// The cost of an element without a counterpart.
  ///
  /// Two of them cost more than a pair that differs entirely. Elements that differ are therefore
  /// compared, unless another alignment is cheaper overall.
  private static let gap = 60

  /// The cost of an element that has moved.
  ///
  /// Two of them cost less than two pairs that differ slightly. Elements that changed positions are
  /// therefore reported as moved instead of as changed.
  private static let moveGap = 15

  /// The costs of leaving each expected element without a counterpart.
  let rowGaps: [Int]

  /// The costs of leaving each actual element without a counterpart.
  let columnGaps: [Int]

  private let pairs: [Int8]
  private let columnCount: Int

  init(_ expected: ArraySlice<ExpectedValue>, _ actual: ArraySlice<Value>) {
    columnCount = actual.count
    pairs = expected.flatMap { element in actual.map { Int8(element.dissimilarity(from: $0)) } }
    var rowMatches = [[Int]](repeating: [], count: expected.count)
    var columnMatches = [[Int]](repeating: [], count: actual.count)
    for (index, cost) in pairs.enumerated() where cost == 0 {
      let (row, column) = index.quotientAndRemainder(dividingBy: columnCount)
      rowMatches[row].append(column)
      columnMatches[column].append(row)
    }
    rowGaps = Self.gaps(rowMatches, columnMatches)
    columnGaps = Self.gaps(columnMatches, rowMatches)
  }

  /// Returns the cost of leaving each element unpaired.
  ///
  /// Two elements that match only each other have probably moved.
  private static func gaps(_ matches: [[Int]], _ partners: [[Int]]) -> [Int] {
    matches.map { $0.count == 1 && partners[$0[0]].count == 1 ? moveGap : gap }
  }

  subscript(row: Int, column: Int) -> Int { Int(pairs[row * columnCount + column]) }
}

extension ExpectedValue {
  /// The approximate number of scalars in a comparison.
  fileprivate var weight: Int {
    switch rule {
    case .absent, .scalar: 1
    case .mapping(let entries, _): entries.reduce(1) { $0 + $1.value.weight }
    case .list(let elements): elements.reduce(1) { $0 + $1.weight }
    case .matcher(let matcher): matcher.parts.all.reduce(1) { $0 + $1.weight }
    }
  }
}
