@_spi(Reflection) import Swift

/// Tells types whose values are nothing but data from those that may hold an object, which can
/// change while it is held, or have words of their own, which may be others later.
package enum PlainData {
  /// Whether a value of a type stays the same for ever, and so do the words for it: it is a number,
  /// a text or a truth value, or a tuple, a list or an optional of them.
  ///
  /// Types of the app count as no, whatever they are made of: how they are told is their own code.
  ///
  /// Sound because the runtime only describes the fields of a type here; nothing is read through
  /// them.
  package static func isMade<Value>(of type: Value.Type) -> Bool {
    areFieldsPlain(of: Held<Value>.self)
  }

  /// - Parameter type: ``Held`` of the type that is asked about, or a tuple.
  private static func areFieldsPlain(of type: Any.Type) -> Bool {
    _forEachField(of: type) { _, _, field, kind in
      if leaves.contains(ObjectIdentifier(field)) { return true }
      if let wrapper = field as? any Wrapper.Type { return areFieldsPlain(of: wrapper.held) }
      return kind == .tuple && areFieldsPlain(of: field)
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
