/// Lays an expected list beside an actual one, so that one element too many or too few doesn't make
/// everything after it look wrong.
enum ListAlignment {
  /// A step through both lists.
  enum Step: Hashable {
    /// The two are compared.
    case pair(expected: Int, actual: Int)
    /// The expected element has nothing beside it.
    case missing(expected: Int)
    /// The expected element stands at another place, where none is beside it.
    case moved(expected: Int, actual: Int)
    /// The actual elements have nothing beside them.
    case unexpected(actual: Range<Int>)

    /// Whether two elements are compared.
    var isPair: Bool {
      if case .pair = self { true } else { false }
    }
  }

  /// The most scalar comparisons that are made to find the best alignment.
  private static let budget = 1_000_000

  /// The steps through both lists.
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
    let costs = Costs(expected[rows], actual[columns])
    // rest[row][column] is what the rest costs from there on; worked out from the end.
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
      let (index, place) = (rows.lowerBound + row, columns.lowerBound + column)
      if row < rows.count, column < columns.count,
        rest[here] == costs[row, column] + rest[here + width + 1]
      {
        steps.append(.pair(expected: index, actual: place))
        (row, column) = (row + 1, column + 1)
      } else if row < rows.count, rest[here] == costs.rowGaps[row] + rest[here + width] {
        steps.append(.missing(expected: index))
        row += 1
      } else {
        steps.append(.unexpected(actual: place..<place + 1))
        column += 1
      }
    }
    return steps
  }

  /// Takes an element that is missing at one place and unexpected at another as moved, and joins
  /// the unexpected elements that then follow each other.
  private static func withMoves(
    _ steps: [Step], from expected: [ExpectedValue], to actual: [Value]
  ) -> [Step] {
    var strays = steps.compactMap { step in
      if case .unexpected(let places) = step { places.first } else { nil }
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
      guard case .unexpected(let places) = step else {
        result.append(step)
        continue
      }
      guard left.contains(places.lowerBound) else { continue }
      if case .unexpected(let last) = result.last {
        result[result.count - 1] = .unexpected(actual: last.lowerBound..<places.upperBound)
      } else {
        result.append(step)
      }
    }
    return result
  }
}

/// The costs of pairing each expected element, a row, with each actual one, a column.
private struct Costs {
  /// The cost of an element without one beside it.
  ///
  /// Two of them cost more than a pair that differs in everything, so elements that differ are
  /// compared unless something is gained by not doing so.
  private static let gap = 60

  /// The cost of an element that has its place elsewhere.
  ///
  /// Two of them cost less than two pairs that differ a little, so elements that changed places are
  /// reported as moved, and not what makes them different.
  private static let moveGap = 15

  /// The costs of leaving each expected element without one beside it.
  let rowGaps: [Int]

  /// The costs of leaving each actual element without one beside it.
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

  /// Two elements that match each other and nothing else have probably changed places.
  private static func gaps(_ matches: [[Int]], _ partners: [[Int]]) -> [Int] {
    matches.map { $0.count == 1 && partners[$0[0]].count == 1 ? moveGap : gap }
  }

  subscript(row: Int, column: Int) -> Int { Int(pairs[row * columnCount + column]) }
}

extension ExpectedValue {
  /// Returns the distance of a value, from 0 for a match to 100 for nothing in common.
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

  /// The offset of the value that is most like what is expected; `nil` where none has anything in
  /// common with it.
  func nearest(among values: some Sequence<Value>) -> Int? {
    let costs = values.map { dissimilarity(from: $0) }.enumerated()
    guard let nearest = costs.min(by: { $0.element < $1.element }), nearest.element < 100 else {
      return nil
    }
    return nearest.offset
  }

  /// The approximate number of scalars in a comparison.
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
