@_spi(Reflection) import Swift

/// A check for types whose values are plain data.
///
/// Other values may hold an object, which can change while it is held, or have a description of
/// their own, which can change later.
package enum PlainData {
  /// Returns whether the values of a type and their descriptions never change.
  ///
  /// That is so for numbers, strings and Boolean values, and for tuples, arrays and optionals of
  /// them. Types of the app never count as plain, whatever they contain, because their descriptions
  /// are their own code.
  ///
  /// Sound because the runtime only describes the fields of a type here; nothing is read through
  /// them.
  package static func isMade<Value>(of type: Value.Type) -> Bool {
    areFieldsPlain(of: Held<Value>.self)
  }

  /// - Parameter type: ``Held`` of the type to check, or a tuple.
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

/// A structure with one field, whose kind the runtime reports.
private struct Held<Value> { var value: Value }

/// A type whose values hold zero or more values of another type, and nothing else.
private protocol Wrapper { static var held: Any.Type { get } }

extension Optional: Wrapper { fileprivate static var held: Any.Type { Held<Wrapped>.self } }

extension Array: Wrapper { fileprivate static var held: Any.Type { Held<Element>.self } }
