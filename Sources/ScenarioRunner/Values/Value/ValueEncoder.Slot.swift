/// A place of the result that is being filled.
final class Slot {
  private enum Kind {
    case empty
    case value
    case list
    case mapping
  }

  /// An element of a list or of a mapping.
  private enum Part {
    case value(Value)
    /// One that is still being filled.
    case slot(Slot)

    var value: Value {
      switch self {
      case .value(let value): value
      case .slot(let slot): slot.value
      }
    }
  }

  /// How many keys are told apart by looking at one after the other.
  private static let fewKeys = 8

  private var kind = Kind.empty
  private var single = Value.absent
  private var parts: [Part] = []
  /// The keys of a mapping, one for each part.
  private var keys: [String] = []
  /// Where each key is, once there are many.
  private var indices: [String: Int] = [:]

  var value: Value {
    switch kind {
    case .empty: .mapping([])
    case .value: single
    case .list: .list(parts.map(\.value))
    case .mapping: .mapping(pairs)
    }
  }

  private var pairs: [Value.Pair] {
    var pairs: [Value.Pair] = []
    pairs.reserveCapacity(parts.count)
    for index in parts.indices {
      let value = parts[index].value
      if case .absent = value { continue }
      pairs.append(Value.Pair(keys[index], value))
    }
    return pairs
  }

  var count: Int { kind == .list ? parts.count : 0 }

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
    if kind == .list { parts.append(.value(value)) }
  }

  func append() -> Slot {
    let slot = Slot()
    if kind == .list { parts.append(.slot(slot)) }
    return slot
  }

  // MARK: - Mappings

  /// Makes this a mapping if nothing is here yet; says whether it is one now.
  func becomeMapping() -> Bool {
    if kind == .empty { kind = .mapping }
    return kind == .mapping
  }

  func set(_ value: Value, for key: String) { put(.value(value), at: key) }

  func slot(for key: String) -> Slot {
    let slot = Slot()
    put(.slot(slot), at: key)
    return slot
  }

  private func put(_ part: Part, at key: String) {
    guard kind == .mapping else { return }
    if let index = index(of: key) {
      parts[index] = part
      return
    }
    keys.append(key)
    parts.append(part)
    if !indices.isEmpty {
      indices[key] = keys.count - 1
    } else if keys.count > Self.fewKeys {
      for (index, key) in keys.enumerated() { indices[key] = index }
    }
  }

  private func index(of key: String) -> Int? {
    indices.isEmpty ? keys.firstIndex(of: key) : indices[key]
  }
}
