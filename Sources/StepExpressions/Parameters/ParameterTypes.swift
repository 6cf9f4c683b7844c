/// The parameter types that expressions may name.
public struct ParameterTypes: Sendable {
  private var types: [String: ParameterType] = [:]

  /// All names, in the order of their definition.
  public private(set) var names: [String] = []

  /// Creates a set with no types at all, not even the built-in ones.
  public init() {}

  init(_ types: [ParameterType]) {
    for type in types { add(type) }
  }

  /// The type of a name; `nil` where none was defined.
  ///
  /// The anonymous type has the empty name.
  public subscript(name: String) -> ParameterType? { types[name] }

  /// Adds a type.
  ///
  /// - Throws: a problem where a type of that name is there already.
  public mutating func define(_ type: ParameterType) throws(ParameterType.Problem) {
    guard types[type.name] == nil else { throw .duplicateName(type.name) }
    add(type)
  }

  private mutating func add(_ type: ParameterType) {
    names.append(type.name)
    types[type.name] = type
  }

  /// The name that somebody probably meant; `nil` where none is like it.
  func nearestName(to name: String) -> String? {
    let wanted = Letter.letters(of: name.filter { !$0.isWhitespace })
    var best: (name: String, cost: Int)?
    for candidate in names where !candidate.isEmpty {
      let letters = Letter.letters(of: candidate)
      var rows = EditRows(sentence: wanted)
      rows.follow(letters)
      let cost = rows.total
      // A third of the letters may be wrong, or one of a short name.
      let limit = max(1, min(wanted.count, letters.count) / 3) * EditCost.edit
      if cost <= limit, cost < best?.cost ?? .max { best = (candidate, cost) }
    }
    return best?.name
  }
}
