extension ProposedType {
  /// A printer of Swift type declarations.
  struct Printer {
    /// The protocols that each declared type conforms to.
    let protocols: String

    /// The lines of the declarations that the types need.
    private(set) var declarations: [String] = []

    init(protocols: String) { self.protocols = protocols }

    /// Returns the name of a type, and adds a declaration with the given name if the type needs
    /// one.
    mutating func name(of type: ProposedType, called name: String) -> String {
      switch type {
      case .nothing: return "String?"
      case .truth: return "Bool"
      case .whole: return "Int"
      case .number: return "Double"
      case .text: return "String"
      case .list(let item): return "[\(self.name(of: item, called: name))]"
      case .structure(let fields):
        declare(fields, as: name)
        return name
      }
    }

    private mutating func declare(_ fields: [Field], as name: String) {
      var properties: Set<String> = []
      var types: Set<String> = ["CodingKeys", name]
      var nested = Printer(protocols: protocols)
      var lines: [String] = []
      var keys: [String] = []
      for field in fields {
        let property = SwiftName.property(from: field.key, taken: &properties)
        var type = nested.name(
          of: field.type,
          called: SwiftName.unique(
            SwiftName.type(from: field.key, suffix: "Data"), taken: &types))
        if field.isOptional, !type.hasSuffix("?") { type += "?" }
        lines.append("var \(property): \(type)")
        keys.append(
          property == field.key
            ? "case \(property)" : "case \(property) = \(StepProposal.literal(field.key))")
      }
      if keys.contains(where: { $0.contains(" = ") }) {
        lines += ["", "enum CodingKeys: String, CodingKey {"] + keys.map { "  \($0)" } + ["}"]
      }
      if !nested.declarations.isEmpty { lines += [""] + nested.declarations }
      declarations.append("struct \(name): \(protocols) {")
      declarations += lines.map { $0.isEmpty ? "" : "  \($0)" } + ["}"]
    }
  }
}
