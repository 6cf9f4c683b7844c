/// A place of the result that is being filled.
final class Slot {
  private enum Kind {
    case empty
    case value
    case list
    case mapping
  }

  /// How many keys are told apart by looking at one after the other.
  private static let fewKeys = 8

  private var kind = Kind.empty
  private var single = Value.absent
  private var elements: [Value] = []
  private var pairs: [Value.Pair] = []
  /// The elements or pairs that are still being filled, by their index.
  private var open: [Int: Slot] = [:]
  /// Where each key is, once there are many.
  private var indices: [String: Int] = [:]

  var value: Value {
    switch kind {
    case .empty: .mapping([])
    case .value: single
    case .list: .list(filledElements)
    case .mapping: .mapping(filledPairs)
    }
  }

  private var filledElements: [Value] {
    var elements = elements
    for (index, slot) in open { elements[index] = slot.value }
    return elements
  }

  /// Without those whose value is absent.
  private var filledPairs: [Value.Pair] {
    var pairs = pairs
    for (index, slot) in open { pairs[index].value = slot.value }
    let hasGap = pairs.contains { if case .absent = $0.value { true } else { false } }
    return hasGap ? pairs.filter { $0.value != .absent } : pairs
  }

  var count: Int { elements.count }

  func set(_ value: Value) {
    kind = .value
    single = value
  }

  // MARK: - Lists

  /// Makes this a list if nothing is here yet; says whether it is one now.
  func becomeList() -> Bool {
    if kind == .empty { kind = .list }
    return kind == .list
  }

  func append(_ value: Value) {
    if kind == .list { elements.append(value) }
  }

  func append() -> Slot {
    let slot = Slot()
    if kind == .list {
      open[elements.count] = slot
      elements.append(.absent)
    }
    return slot
  }

  // MARK: - Mappings

  /// Makes this a mapping if nothing is here yet; says whether it is one now.
  func becomeMapping() -> Bool {
    if kind == .empty { kind = .mapping }
    return kind == .mapping
  }

  func set(_ value: Value, for key: String) {
    guard kind == .mapping else { return }
    if let index = index(of: key) {
      pairs[index].value = value
      open[index] = nil
    } else {
      add(Value.Pair(key, value))
    }
  }

  func slot(for key: String) -> Slot {
    let slot = Slot()
    guard kind == .mapping else { return slot }
    let index = index(of: key) ?? pairs.count
    if index == pairs.count { add(Value.Pair(key, .absent)) }
    open[index] = slot
    return slot
  }

  private func add(_ pair: Value.Pair) {
    if pairs.isEmpty { pairs.reserveCapacity(Self.fewKeys) }
    pairs.append(pair)
    if !indices.isEmpty {
      indices[pair.key] = pairs.count - 1
    } else if pairs.count > Self.fewKeys {
      for (index, pair) in pairs.enumerated() { indices[pair.key] = index }
    }
  }

  private func index(of key: String) -> Int? {
    indices.isEmpty ? pairs.firstIndex { $0.key == key } : indices[key]
  }
}
