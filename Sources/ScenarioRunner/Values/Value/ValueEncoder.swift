import Foundation

/// Turns what an app shows, any `Encodable`, into a value that a story can be compared with.
///
/// Dates become ISO 8601 text in UTC (`2021-09-22T10:32:36.917Z`), URLs their text, data base64,
/// durations `1.5 s`. An optional that is `nil` leaves its key out. Dictionaries and sets come out
/// sorted, so the same value always looks the same. A number that fits neither `Int64` nor, without
/// loss, `Double` keeps its digits as a text.
///
/// ```swift
/// let value = try ValueEncoder().encode(["state": "info"])   // { state: info }
/// ```
public struct ValueEncoder: Sendable {
  /// How deep values may be nested; deeper ones, such as objects that contain themselves, are an
  /// error.
  static let depthLimit = 100

  /// Creates an encoder.
  public init() {}

  /// Encodes a value.
  ///
  /// Throws what the value's own `encode(to:)` throws, and `EncodingError` where it is nested more
  /// than 100 deep or asks for both a list and a mapping in one place.
  public func encode(_ value: some Encodable) throws -> Value {
    let state = EncodingState()
    let slot = Slot()
    try ValueEncoding(slot: slot, codingPath: [], depth: 0, state: state).fill(with: value)
    if let failure = state.failure { throw failure }
    return slot.value
  }
}

/// What the parts of one encoding share.
final class EncodingState {
  /// Containers are asked for without `throws`, so a wrong request is kept until the end.
  var failure: EncodingError?
}

/// A place of the result that is being filled.
final class Slot {
  private enum Content {
    case empty
    case value(Value)
    case list([Slot])
    case mapping([(key: String, slot: Slot)])
  }

  private var content = Content.empty
  private var indices: [String: Int] = [:]

  var value: Value {
    switch content {
    case .empty: .mapping([])
    case .value(let value): value
    case .list(let slots): .list(slots.map(\.value))
    case .mapping(let entries):
      .mapping(
        entries.compactMap { entry in
          let value = entry.slot.value
          return value == .absent ? nil : Value.Pair(entry.key, value)
        })
    }
  }

  var count: Int {
    if case .list(let slots) = content { slots.count } else { 0 }
  }

  func set(_ value: Value) { content = .value(value) }

  /// Makes this a list if nothing is here yet; says whether it is one now.
  func becomeList() -> Bool {
    switch content {
    case .list: return true
    case .empty:
      content = .list([])
      return true
    case .value, .mapping: return false
    }
  }

  /// Makes this a mapping if nothing is here yet; says whether it is one now.
  func becomeMapping() -> Bool {
    switch content {
    case .mapping: return true
    case .empty:
      content = .mapping([])
      return true
    case .value, .list: return false
    }
  }

  func append() -> Slot {
    let slot = Slot()
    guard case .list(var slots) = content else { return slot }
    // The array is taken out first, so that it has one owner and grows in place.
    content = .empty
    slots.append(slot)
    content = .list(slots)
    return slot
  }

  func slot(for key: String) -> Slot {
    let slot = Slot()
    guard case .mapping(var entries) = content else { return slot }
    content = .empty
    if let index = indices[key] {
      entries[index].slot = slot
    } else {
      indices[key] = entries.count
      entries.append((key, slot))
    }
    content = .mapping(entries)
    return slot
  }
}
