import ScenarioRunner
import StepExpressions

extension StarterModel {
  /// A model for a module that has no story yet, with arguments that are made up.
  init(made vocabulary: Vocabulary) {
    let usual = vocabulary.entries.filter(\.isUsual)
    func first(_ isMeant: (StepDefinition.Role) -> Bool) -> Sentence? {
      usual.filter { isMeant($0.definition.role) }.lazy.compactMap { Sentence(made: $0) }.first
    }
    var scenario = Scenario()
    // A pause does no harm where there is nothing to do.
    if let act = first({ $0 == .act }) ?? first({ $0 == .pause }) {
      scenario.acts = [Line(sentences: [act])]
    }
    if let check = first({ $0 == .observation }) ?? first({ $0 == .check }) {
      scenario.checks = [Line(sentences: [check])]
    }
    self.init(scenario: scenario)
  }
}

extension StarterModel.Sentence {
  /// A sentence with made-up arguments and data; `nil` where those can't be made up.
  fileprivate init?(made entry: Vocabulary.Entry) {
    var text = ""
    for part in entry.expression.parts {
      switch part {
      case .text(let words): text += words
      case .optional: break
      case .alternatives(let alternatives):
        for case .text(let words) in alternatives.first ?? [] { text += words }
      case .parameter(let type):
        guard let argument = Self.argument(for: type) else { return nil }
        text += argument
      }
    }
    guard (try? entry.expression.match(text)) ?? nil != nil else {
      return nil
    }
    self.init(text: text)
    switch entry.definition.data {
    case .none, .given(_, isRequired: false): break
    case .expected: data = "!any"
    case .given(let shape, isRequired: true):
      guard let made = Self.data(of: shape) else { return nil }
      data = made
    }
  }

  private static func argument(for type: ParameterType) -> String? {
    switch type.name {
    case "string": "\"text\""
    case "int", "byte", "short", "long", "biginteger": "1"
    case "float", "double", "bigdecimal": "1.5"
    case "word", "": "word"
    case "duration": "100 ms"
    case "method": "GET"
    case "url": "https://example.com/"
    default: nil
    }
  }

  private static func data(of shape: DataShape) -> String? {
    switch shape {
    case .text: "text"
    case .wholeNumber, .number: "1"
    case .truth: "true"
    case .date: "2021-09-27T12:07:24Z"
    case .duration: "100 ms"
    case .choice(let words): words.first
    case .matching(_, let example): example
    case .list(let element): data(of: element).map { "[\($0)]" }
    case .either(let shapes): shapes.lazy.compactMap(data).first
    case .dictionary: "{}"
    case .mapping(let fields, let isOpen): isOpen ? nil : mapping(fields.filter(\.isRequired))
    case .anything: nil
    }
  }

  private static func mapping(_ fields: [DataShape.Field]) -> String? {
    var entries: [String] = []
    for field in fields {
      guard let value = data(of: field.shape) else { return nil }
      entries.append("\(field.name): \(value)")
    }
    return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
  }
}
