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
    try ValueEncoding(slot: slot, path: .top, depth: 0, state: state).fill(with: value)
    if let failure = state.failure { throw failure }
    return slot.value
  }
}

/// What the parts of one encoding share.
final class EncodingState {
  /// Containers are asked for without `throws`, so a wrong request is kept until the end.
  var failure: EncodingError?
}
