@_spi(Reflection) import Swift

/// Tells types whose values are nothing but data from those that may hold an object, which can
/// change while it is held.
package enum PlainData {
  /// Whether a value of a type stays the same for ever: it is made of numbers, texts and truth
  /// values, however many of them.
  ///
  /// What can't be known of a type, as of an enumeration with values in its cases, counts as no.
  ///
  /// Sound because the runtime only describes the fields of a type here; nothing is read through
  /// them.
  package static func isMade<Value>(of type: Value.Type) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    return areFieldsPlain(of: Held<Value>.self, &seen)
  }

  /// - Parameters:
  ///   - type: A structure or a tuple.
  ///   - seen: The types that are being looked at, as one may hold itself in a list.
  private static func areFieldsPlain(
    of type: Any.Type, _ seen: inout Set<ObjectIdentifier>
  ) -> Bool {
    guard seen.insert(ObjectIdentifier(type)).inserted else { return true }
    return _forEachField(of: type) { _, _, field, kind in
      if leaves.contains(ObjectIdentifier(field)) { return true }
      if let wrapper = field as? any Wrapper.Type { return areFieldsPlain(of: wrapper.held, &seen) }
      return (kind == .struct || kind == .tuple) && areFieldsPlain(of: field, &seen)
    }
  }

  private static let leaves: Set<ObjectIdentifier> = {
    let types: [Any.Type] = [
      String.self, Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, Duration.self,
    ]
    return Set(types.map { ObjectIdentifier($0) })
  }()
}

/// A structure of one field, whose kind the runtime tells.
private struct Held<Value> {
  var value: Value
}

/// A type whose values hold none or more of another type, and nothing else.
private protocol Wrapper {
  static var held: Any.Type { get }
}

extension Optional: Wrapper {
  fileprivate static var held: Any.Type { Held<Wrapped>.self }
}

extension Array: Wrapper {
  fileprivate static var held: Any.Type { Held<Element>.self }
}
