import ScenarioLanguage
import StepExpressions

/// A proposed step definition in Swift for a sentence that none matches, ready to be pasted.
///
/// It fails until a developer implements it, so that a pasted step never makes a scenario pass.
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
    let literal = Self.literal(expression.source)
    guard let data = sentence.data, !data.isNull else {
      let list = (["module"] + parameters).joined(separator: ", ")
      let head = parameters.isEmpty ? list : "(\(list))"
      code = "\(kind)(\(literal)) { \(head) in\n  \(Self.body)\n}"
      return
    }
    let shape = ProposedType(of: data)
    let isCheck = purpose == .check
    let name = SwiftName.type(from: Self.words(of: expression.source), suffix: "Data")
    var printer = ProposedType.Printer(protocols: isCheck ? "Encodable" : "Decodable")
    let type = printer.name(of: shape, called: name)
    let step: String
    if isCheck {
      let list = (["module"] + parameters).joined(separator: ", ")
      let head = parameters.isEmpty ? list : "(\(list))"
      step = "Observe(\(literal)) { \(head) -> \(type) in\n  \(Self.body)\n}"
    } else {
      let list = (["module", "data: \(type)"] + parameters).joined(separator: ", ")
      step = "\(kind)(\(literal), data: \(type).self) { (\(list)) in\n  \(Self.body)\n}"
    }
    code =
      printer.declarations.isEmpty
      ? step
      : (["// Beside \"steps\":"] + printer.declarations + ["", "// In \"steps\":", step])
        .joined(separator: "\n")
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
    var literal = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return "\"\(literal)\""
  }

  /// Returns the text of an expression without its parameters and articles.
  private static func words(of source: String) -> String {
    source.replacing(/\{[^}]*\}/, with: " ")
      .split(separator: " ").filter { !["the", "a", "an"].contains($0.lowercased()) }
      .prefix(5).joined(separator: " ")
  }
}
