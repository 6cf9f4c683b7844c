/// Finds for each expected element, in any order, an actual one of its own.
///
/// Taking the first that fits could leave a later element without its only match, so earlier
/// choices are changed where that helps: a maximum matching, by augmenting paths.
struct UnorderedPairing {
  /// The index of the actual element for each expected one; `nil` where there is none left that
  /// fits.
  private(set) var partners: [Int?]

  private let expected: [ExpectedValue]
  private let actual: [Value]
  private var owners: [Int?]

  /// The indices of each text, which spare a search for every expected text.
  private let places: [String: [Int]]

  /// Elements from which a search has found no free one; no later search can find one from there
  /// either.
  private var isDead: [Bool]

  /// Pairs the elements; `endsAtGap` gives up once one of them can't have a partner.
  init(_ expected: [ExpectedValue], _ actual: [Value], endsAtGap: Bool = false) {
    self.expected = expected
    self.actual = actual
    partners = Array(repeating: nil, count: expected.count)
    owners = Array(repeating: nil, count: actual.count)
    isDead = Array(repeating: false, count: actual.count)
    var places: [String: [Int]] = [:]
    for (index, value) in actual.enumerated() {
      if case .text(let text) = value { places[text, default: []].append(index) }
    }
    self.places = places
    takeFirstFits()
    for index in expected.indices where partners[index] == nil {
      augment(from: index)
      if endsAtGap, partners[index] == nil { return }
    }
  }

  /// Whether every element, expected and actual, has its partner.
  var isComplete: Bool {
    expected.count == actual.count && !partners.contains { $0 == nil }
  }

  /// The actual elements that nothing expected has taken.
  var leftOver: [Int] { owners.indices.filter { owners[$0] == nil } }

  /// Gives each element the first free one that fits.
  private mutating func takeFirstFits() {
    var taken: [String: Int] = [:]
    for index in expected.indices {
      if let word = expected[index].word {
        let wordPlaces = places[word] ?? []
        var next = taken[word] ?? 0
        while next < wordPlaces.count, owners[wordPlaces[next]] != nil { next += 1 }
        if next < wordPlaces.count { join(index, wordPlaces[next]) }
        taken[word] = next
      } else if let place = actual.indices.first(where: { owners[$0] == nil && fits(index, $0) }) {
        join(index, place)
      }
    }
  }

  /// Looks, nearest first, for a chain of changed choices that ends at a free element.
  private mutating func augment(from start: Int) {
    var cameFrom: [Int: Int] = [:]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let index = queue[head]
      head += 1
      for place in candidates(of: index)
      where !isDead[place] && cameFrom[place] == nil && fits(index, place) {
        cameFrom[place] = index
        guard let owner = owners[place] else {
          shift(to: place, cameFrom, from: start)
          return
        }
        queue.append(owner)
      }
    }
    for place in cameFrom.keys { isDead[place] = true }
  }

  /// Hands each element of the chain on to the one that asked for it.
  private mutating func shift(to end: Int, _ cameFrom: [Int: Int], from start: Int) {
    var place = end
    while let index = cameFrom[place] {
      let previous = partners[index]
      join(index, place)
      guard index != start, let previous else { return }
      place = previous
    }
  }

  private mutating func join(_ index: Int, _ place: Int) {
    partners[index] = place
    owners[place] = index
  }

  private func candidates(of index: Int) -> [Int] {
    expected[index].word.map { places[$0] ?? [] } ?? Array(actual.indices)
  }

  private func fits(_ index: Int, _ place: Int) -> Bool { expected[index].matches(actual[place]) }
}

extension ExpectedValue {
  /// The text that alone can match; `nil` where other values can, too.
  fileprivate var word: String? {
    guard case .scalar(let scalar) = rule else { return nil }
    return scalar.isPlain && Notation.looksLikeAnotherKind(scalar.text) ? nil : scalar.text
  }
}
