/// A pairing of each expected element with a different actual element, in any order.
///
/// Taking the first match could leave a later element without its only match. Earlier choices are
/// therefore revised: the result is a maximum matching, computed with augmenting paths.
struct UnorderedPairing {
  /// The index of the actual element for each expected one; `nil` if no matching element is left.
  private(set) var partners: [Int?]

  private let expected: [ExpectedValue]
  private let actual: [Value]
  private var owners: [Int?]

  /// The indices of each text, to avoid a search for every expected text.
  private let positions: [String: [Int]]

  private let all: [Int]

  /// Whether a search through an actual element has failed; no later search through it can succeed.
  private var isDead: [Bool]

  /// Pairs the elements; with `endsAtGap`, stops at the first element that has no partner.
  init(_ expected: [ExpectedValue], _ actual: [Value], endsAtGap: Bool = false) {
    (self.expected, self.actual) = (expected, actual)
    partners = Array(repeating: nil, count: expected.count)
    owners = Array(repeating: nil, count: actual.count)
    isDead = Array(repeating: false, count: actual.count)
    var positions: [String: [Int]] = [:]
    for (index, value) in actual.enumerated() {
      if case .text(let text) = value { positions[text, default: []].append(index) }
    }
    self.positions = positions
    all = Array(actual.indices)
    for index in expected.indices {
      augment(from: index)
      if endsAtGap, partners[index] == nil { return }
    }
  }

  /// The indices of the actual elements without a partner.
  var leftOver: [Int] { owners.indices.filter { owners[$0] == nil } }

  /// Searches, breadth first, for a chain of revised choices that ends at a free element.
  private mutating func augment(from start: Int) {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let index = queue[head]
      head += 1
      let positions = expected[index].word.map { self.positions[$0] ?? [] } ?? all
      if let free = positions.first(where: { owners[$0] == nil && fits(index, $0) }) {
        cameFrom[free] = index
        return shift(to: free, cameFrom, from: start)
      }
      for position in positions
      where !isDead[position] && cameFrom[position] == nil && fits(index, position) {
        cameFrom[position] = index
        if let owner = owners[position] { queue.append(owner) }
      }
    }
    for position in cameFrom.keys { isDead[position] = true }
  }

  /// Reassigns each element of the chain to the expected element that reached it.
  private mutating func shift(to end: Int, _ cameFrom: [Int: Int], from start: Int) {
    var position = end
    while let index = cameFrom[position] {
      let previous = partners[index]
      (partners[index], owners[position]) = (position, index)
      guard index != start, let previous else { return }
      position = previous
    }
  }

  private func fits(_ index: Int, _ position: Int) -> Bool {
    expected[index].matches(actual[position])
  }
}

extension ExpectedValue {
  /// The only text that can match; `nil` if other values can match as well.
  fileprivate var word: String? {
    guard case .scalar(let scalar) = rule else { return nil }
    return scalar.isPlain && Notation.looksLikeAnotherKind(scalar.text) ? nil : scalar.text
  }
}
