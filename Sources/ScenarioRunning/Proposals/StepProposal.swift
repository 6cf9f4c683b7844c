import ScenarioKit
import ScenarioLanguage

/// A proposed step definition in Swift for a sentence that none matches, ready to be pasted.
///
/// It fails until a developer implements it, so that a pasted step never makes a scenario pass.
/// Data with keys has a structure whose properties the developer adds.
struct StepProposal {
  /// The body of a proposed step definition.
  private static let body = "throw CheckFailure(\"this step is not implemented yet\")"

  /// The step definition, preceded by the declaration of its data type if it needs one.
  let code: String

  /// Creates a proposal.
  ///
  /// - Parameters:
  ///   - sentence: The sentence, with its data in the story.
  ///   - purpose: The purpose of the step.
  ///   - types: The possible types of parameters.
  init(for sentence: Sentence, purpose: Step.Purpose, types: ParameterTypes) {
    let expression = types.proposedExpression(for: sentence.text)
    let kind =
      switch purpose {
      case .prepare: "Given"
      case .act: "When"
      case .check: "Then"
      }
    let parameters = Self.parameters(expression.typeNames, types: types)
    let literal = expression.source.debugDescription
    let list = (["module"] + parameters).joined(separator: ", ")
    let head = parameters.isEmpty ? list : "(\(list))"
    guard let data = sentence.data, !data.isNull else {
      code = "\(kind)(\(literal)) { \(head) in\n  \(Self.body)\n}"
      return
    }
    let isCheck = purpose == .check
    let name = SwiftName.type(from: Self.words(of: expression.source), suffix: "Data")
    let (type, keys) = Self.type(of: data, structure: name)
    let step: String
    if isCheck {
      step = "Observe(\(literal)) { \(head) -> \(type) in\n  \(Self.body)\n}"
    } else {
      let list = (["module", "data: \(type)"] + parameters).joined(separator: ", ")
      step = "\(kind)(\(literal), data: \(type).self) { (\(list)) in\n  \(Self.body)\n}"
    }
    guard let keys else {
      code = step
      return
    }
    code = """
      // Beside "steps":
      struct \(name): \(isCheck ? "Encodable" : "Decodable") {
        // Add properties for \(keys.prefix(10).map(\.debugDescription).joined(separator: ", "))
      }

      // In "steps":
      \(step)
      """
  }

  /// Returns the type of data as written, and the keys of the structure in it; a list has the type
  /// of its first item.
  private static func type(of node: Node, structure: String) -> (name: String, keys: [String]?) {
    switch (node.ownTag, node.content) {
    case ("!matches", _): return ("String", nil)
    case ("!count", _): return ("[String]", nil)
    case (_, .mapping(let entries)): return (structure, entries.compactMap(\.key.text))
    case (_, .sequence(let items)):
      guard let item = items.first else { return ("[String]", nil) }
      let (name, keys) = type(of: item, structure: structure)
      return ("[\(name)]", keys)
    case (let tag, .scalar):
      guard let scalar = node.scalar, scalar.isPlain else { return ("String", nil) }
      if scalar.isNull || tag == "!absent" { return ("String?", nil) }
      if scalar.text == "true" || scalar.text == "false" { return ("Bool", nil) }
      if NumberText.isInteger(scalar.text) { return ("Int", nil) }
      let isNumber = NumberText.isNumber(scalar.text) || tag == "!about"
      return (isNumber ? "Double" : "String", nil)
    }
  }

  /// Returns the closure's parameters: `string: String`, or `string2: String` if the name is taken.
  private static func parameters(_ typeNames: [String], types: ParameterTypes) -> [String] {
    var taken: Set<String> = ["module", "data"]
    return typeNames.map { name in
      let type = types[name].map { "\($0.valueType)" } ?? "String"
      return "\(SwiftName.property(from: name, taken: &taken)): \(type)"
    }
  }

  /// Returns the text of an expression without its parameters and articles.
  private static func words(of source: String) -> String {
    source.replacing(/\{[^}]*\}/, with: " ")
      .split(separator: " ").filter { !["the", "a", "an"].contains($0.lowercased()) }
      .prefix(5).joined(separator: " ")
  }
}
