/// A part of the encoded result that is being filled.
final class Slot {
  enum Kind { case empty, value, list, mapping }

  private var kind = Kind.empty
  private var single = Value.absent
  private var elements: [Value] = []
  private var mapping = MappingIndex()
  /// The elements or pairs that are still being filled, by index.
  private(set) var open: [Int: Slot] = [:]

  /// The types of the coding keys of a mapping; empty unless the encoding records them.
  var keyTypes: [any CodingKey.Type] = []

  /// The raw values of the enumeration that the value belongs to; empty unless the encoding records
  /// them.
  var words: [String] = []

  /// The keys of a mapping, in the order of `open`.
  var keys: [String] { kind == .mapping ? mapping.pairs.map(\.key) : [] }

  var value: Value {
    switch kind {
    case .empty: return .mapping([])
    case .value: return single
    case .list:
      var elements = elements
      for (index, slot) in open { elements[index] = slot.value }
      return .list(elements)
    case .mapping:
      var pairs = mapping.pairs
      if !open.isEmpty { for (index, slot) in open { pairs[index].value = slot.value } }
      // Keys whose value is absent are left out.
      let hasGap = pairs.contains { if case .absent = $0.value { true } else { false } }
      return .mapping(hasGap ? pairs.filter { $0.value != .absent } : pairs)
    }
  }

  var count: Int { elements.count }

  func set(_ value: Value) {
    kind = .value
    single = value
  }

  /// Turns an empty slot into a list or a mapping, and returns whether the slot is one now.
  func become(_ collection: Kind) -> Bool {
    if kind == .empty { kind = collection }
    return kind == collection
  }

  func append(_ value: Value) { if kind == .list { elements.append(value) } }

  func append() -> Slot {
    let slot = Slot()
    if kind == .list {
      open[elements.count] = slot
      elements.append(.absent)
    }
    return slot
  }

  func set(_ value: Value, for key: String) {
    guard kind == .mapping else { return }
    if let index = mapping.index(of: key) {
      mapping.pairs[index].value = value
      open[index] = nil
    } else {
      mapping.append(Value.Pair(key, value))
    }
  }

  func slot(for key: String) -> Slot {
    let slot = Slot()
    guard kind == .mapping else { return slot }
    let index = mapping.index(of: key) ?? mapping.pairs.count
    if index == mapping.pairs.count { mapping.append(Value.Pair(key, .absent)) }
    open[index] = slot
    return slot
  }
}
