/// The vocabulary of a module as data: what tools need to match, explain and complete sentences
/// without running code of the app.
package struct VocabularyData: Sendable {
  /// A step definition.
  package struct Step: Sendable, Hashable, Codable {
    package var signature: StepSignature

    /// The names of the parameter types of the sentence, in order.
    package var parameters: [String]

    /// The data after the sentence's colon.
    package var data: StepDefinition.Data

    /// The shape of the value that the step shows; `nil` if it shows none or its type has no
    /// known shape.
    package var shown: DataShape?

    /// Whether the step definition comes with this package.
    package var isBuiltIn: Bool
  }

  /// A parameter type, whose values are texts here.
  package struct Parameter: Sendable, Hashable, Codable {
    package var name: String
    package var regexps: [String]
    package var sample: String?
    package var meaning: String?
    package var isUsedInProposals: Bool
  }

  private struct Contents: Sendable, Hashable, Codable {
    var module: String
    var parameters: [Parameter]
    var tags: [String]
    var steps: [Step]
    var doubleSteps: [KnownSentences.DoubleSteps]
  }

  private let contents: Contents

  /// The sentences, ready to be matched.
  package let sentences: KnownSentences

  /// The module's name.
  package var module: String { contents.module }

  /// The parameter types, the built-in ones among them.
  package var parameters: [Parameter] { contents.parameters }

  /// The tags of expected values, as stories have them.
  package var tags: [String] { contents.tags }

  /// The step definitions, in the order in which the module defines them.
  package var steps: [Step] { contents.steps }

  /// Returns the step definition of a sentence.
  package func step(of entry: Vocabulary.Entry) -> Step { steps[entry.step] }
}

extension VocabularyData {
  /// Creates the data of a vocabulary.
  ///
  /// The types of the steps' data are decoded from placeholders, which runs code of the app.
  package init(_ vocabulary: Vocabulary) {
    let end = Activity.log?.readsSteps(ofModule: vocabulary.module)
    defer { end?() }
    sentences = vocabulary.sentences
    let own = Set(vocabulary.entries.filter(\.isOwn).map(\.step))
    contents = Contents(
      module: vocabulary.module,
      parameters: vocabulary.types.names.compactMap { vocabulary.types[$0].map(Parameter.init) },
      tags: vocabulary.matchers.words,
      steps: vocabulary.definitions.enumerated().map { index, definition in
        Step(
          signature: definition.signature,
          parameters: vocabulary.entries.first { $0.step == index }?
            .expression.parameters.map(\.name) ?? [],
          data: definition.data, shown: definition.shownShape, isBuiltIn: !own.contains(index))
      },
      doubleSteps: sentences.doubleSteps)
  }
}

extension VocabularyData.Parameter {
  fileprivate init(_ type: ParameterType) {
    self.init(
      name: type.name, regexps: type.regexps, sample: type.sample, meaning: type.meaning,
      isUsedInProposals: type.useForSnippets)
  }

  fileprivate var type: ParameterType {
    get throws {
      try ParameterType(
        name: name, regexps: regexps, sample: sample, meaning: meaning,
        useForSnippets: isUsedInProposals
      ) { texts in texts.lazy.compactMap(\.self).first ?? "" }
    }
  }
}

extension VocabularyData: Codable, Equatable {
  /// Creates a vocabulary from its encoded form.
  ///
  /// - Throws: An error if a sentence or a parameter type is invalid.
  package init(from decoder: any Decoder) throws {
    let contents = try Contents(from: decoder)
    guard contents.steps.allSatisfy({ !$0.signature.wordings.isEmpty }) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "a step has no sentence"))
    }
    try self.init(contents)
  }

  private init(_ contents: Contents) throws {
    var types = ParameterTypes.builtIn
    for parameter in contents.parameters where types[parameter.name] == nil {
      try types.define(parameter.type)
    }
    let entries = try contents.steps.enumerated().flatMap { index, step in
      try step.signature.wordings.map { wording in
        Vocabulary.Entry(
          signature: step.signature, step: index,
          expression: try StepExpression(wording.expression, parameterTypes: types),
          language: wording.language, isOwn: !step.isBuiltIn)
      }
    }
    self.contents = contents
    sentences = KnownSentences(module: contents.module, entries: entries, types: types) {
      contents.doubleSteps
    }
  }

  /// Returns the vocabulary with a new wording after each one that is like an old one.
  ///
  /// - Throws: An error if the new wording is invalid.
  package func adding(_ new: String, besides old: String) throws -> VocabularyData {
    var contents = contents
    for index in contents.steps.indices {
      contents.steps[index].signature.wordings = steps[index].signature.wordings.flatMap {
        $0.expression == old ? [$0, .init(new, language: $0.language)] : [$0]
      }
    }
    return contents == self.contents ? self : try VocabularyData(contents)
  }

  /// Encodes the vocabulary.
  package func encode(to encoder: any Encoder) throws { try contents.encode(to: encoder) }

  /// Returns whether two vocabularies have the same parameter types and step definitions.
  package static func == (one: Self, other: Self) -> Bool { one.contents == other.contents }
}
