import ScenarioKit
import ScenarioLanguage

/// A proposed step definition in Swift for a sentence that none matches, ready to be pasted.
///
/// It fails until a developer implements it, so that a pasted step never makes a scenario pass.
/// Data with keys has a structure whose properties the developer adds.
struct StepProposal {
  /// The body of a proposed step definition.
  static let body = "throw CheckFailure(\"this step is not implemented yet\")"

  /// The step definition, preceded by the declaration of its data type if it needs one.
  private(set) var step: Diagnostic.Proposal.Definition

  /// Creates a proposal.
  ///
  /// - Parameters:
  ///   - sentence: The sentence, with its data in the story.
  ///   - purpose: The purpose of the step.
  ///   - sentences: The sentences of the module.
  init(for sentence: Sentence, purpose: Step.Purpose, in sentences: KnownSentences) {
    let expression = sentences.types.proposedExpression(for: sentence.text)
    let kind = [.prepare: "Given", .act: "When"][purpose] ?? "Then"
    let parameters = Self.parameters(expression.typeNames, types: sentences.types)
    let list = (["module"] + parameters).joined(separator: ", ")
    let head = parameters.isEmpty ? list : "(\(list))"
    let literal = Self.literal(expression.source).dropFirst().dropLast()
    step = .init(
      module: sentences.module, before: "\(kind)(\"", expression: String(literal),
      after: "\") { \(head) in\n  \(Self.body)\n}")
    guard let data = sentence.data, !data.isNull else { return }
    let isCheck = purpose == .check
    let name = SwiftName.type(from: Self.words(of: expression.source), suffix: "Data")
    let (type, keys) = Self.type(of: data, structure: name)
    if isCheck {
      (step.before, step.after) = ("Observe(\"", "\") { \(head) -> \(type) in\n  \(Self.body)\n}")
    } else {
      let list = (["module", "data: \(type)"] + parameters).joined(separator: ", ")
      step.after = "\", data: \(type).self) { (\(list)) in\n  \(Self.body)\n}"
    }
    guard let keys else { return }
    step.before = """
      // Beside "steps":
      struct \(name): \(isCheck ? "Encodable" : "Decodable") {
        // Add properties for \(keys.prefix(10).map(Self.literal).joined(separator: ", "))
      }

      // In "steps":
      \(step.before)
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
      return (NumberText.isNumber(scalar.text) || tag == "!about" ? "Double" : "String", nil)
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

  /// Returns a text as a Swift string literal.
  static func literal(_ text: String) -> String {
    // It also escapes apostrophes, which is allowed but unusual.
    text.debugDescription.replacing("\\'", with: "'")
  }

  /// Returns the text of an expression without its parameters and articles.
  private static func words(of source: String) -> String {
    source.replacing(/\{[^}]*\}/, with: " ")
      .split(separator: " ").filter { !["the", "a", "an"].contains($0.lowercased()) }
      .prefix(5).joined(separator: " ")
  }
}
