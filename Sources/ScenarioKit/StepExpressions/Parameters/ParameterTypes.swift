import DisplayText

/// The parameter types that expressions may name.
package struct ParameterTypes: Sendable {
  private var types: [String: ParameterType] = [:]

  /// The names of all types, in the order of their definition.
  package private(set) var names: [String] = []

  /// Creates a set of types.
  init(_ types: [ParameterType]) { for type in types { add(type) } }

  /// Returns the type with a name; `nil` if it is not defined.
  ///
  /// The anonymous type has an empty name.
  package subscript(name: String) -> ParameterType? { types[name] }

  /// Adds a type.
  ///
  /// - Throws: A problem if a type with that name already exists.
  package mutating func define(_ type: ParameterType) throws(ParameterType.Problem) {
    guard types[type.name] == nil else {
      throw .init(
        "There is already a parameter type '{\(type.name)}'",
        hint: "Choose another name or remove one of the two", of: type.name)
    }
    add(type)
  }

  private mutating func add(_ type: ParameterType) {
    names.append(type.name)
    types[type.name] = type
  }

  /// Returns the defined name that is most similar to an unknown name; `nil` if none is similar.
  func nearestName(to name: String) -> String? {
    let wanted = name.filter { !$0.isWhitespace }
    if types[wanted] != nil { return wanted }
    return NearestText.suggestions(for: wanted, among: names.filter { !$0.isEmpty }, limit: 1).first
  }
}
