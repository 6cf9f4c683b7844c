import ScenarioKit
import ScenarioLanguage

extension LanguageService {
  private func use(in path: String, at range: SourceRange) -> StoryFacts.Use? {
    document(path)?.facts.uses.first { $0.range == range }
  }

  func wording(in path: String, at range: SourceRange) -> Vocabulary.Entry? {
    use(in: path, at: range).flatMap { entry(of: $0.text, in: $0.module) }
  }

  func renameStep(
    in path: String, _ range: SourceRange, to name: String, swift: SwiftLocations
  ) throws(Diagnostic) -> [Edit] {
    guard let use = use(in: path, at: range), let vocabulary = vocabulary(use.module),
      let wording = entry(of: use.text, in: use.module)
    else { throw Diagnostic("no step matches this sentence") }
    let old = wording.expression
    let new: StepExpression
    let renamed: [VocabularyData]
    do {
      new = try StepExpression(name, parameterTypes: vocabulary.sentences.types)
      renamed = try vocabularies.map { try $0.adding(name, besides: old.source) }
    } catch { throw Diagnostic(lines: "\(error)") }
    guard old.isFixed, new.isFixed else {
      throw Diagnostic(
        "a sentence with optional or alternative words can't be renamed here",
        hints: ["Rename it in its Swift code: \(wording.signature.origin)"])
    }
    guard new.parameters.map(\.typeName) == old.parameters.map(\.typeName) else {
      throw Diagnostic(
        "the sentence needs the same parameters in the same order", hints: ["It was: \(old.source)"]
      )
    }
    let places = places(of: .step(wording.signature)).filter { place in
      self.path(of: place.file).flatMap { self.wording(in: $0, at: place.range) }?
        .expression.source == old.source
    }
    let edits = try edits(places) { written in
      guard let match = try? old.match(written) else { return nil }
      var texts = match.arguments.map(\.text)[...]
      return new.parts.map { part in
        if case .text(let text) = part { text } else { texts.popFirst() ?? "" }
      }.joined()
    }
    let literal = try swiftLiteral(old.source, of: wording.signature, swift: swift)
    // Both wordings are valid until the app is built again.
    vocabularies = renamed
    return edits + [Edit(place: literal, text: name.swiftLiteral)]
  }

  /// Returns the place of a sentence's literal in Swift code.
  ///
  /// - Throws: `Diagnostic` if it is not found exactly once at the recorded call.
  private func swiftLiteral(
    _ sentence: String, of signature: StepSignature, swift: SwiftLocations
  ) throws(Diagnostic) -> Place {
    let location = swift.location(of: signature.origin)
    let file = swift.file(location)
    guard let source = try? SourceFile(path: location.path, readFrom: file) else {
      throw Diagnostic("the Swift code of the step was not found: \(signature.origin)")
    }
    let bytes = Array(sentence.swiftLiteral.utf8)
    let first =
      source.lineStarts.indices.contains(signature.origin.line - 1)
      ? source.lineStarts[signature.origin.line - 1] : source.bytes.count
    // The arguments of a call stand on its next lines, at most.
    let end = source.lineStarts.dropFirst(signature.origin.line + 8).first ?? source.bytes.count
    let found = (first..<max(first, end)).filter { source.bytes[$0...].starts(with: bytes) }
    guard found.count == 1 else {
      throw Diagnostic(
        "the literal \(sentence.swiftLiteral) is \(found.isEmpty ? "not" : "more than once") at the "
          + "step's definition", at: location, hints: ["Rename it there by hand."])
    }
    return Place(
      file: file,
      range: SourceRange(
        start: source.position(atOffset: found[0]),
        end: source.position(atOffset: found[0] + bytes.count)))
  }
}

extension StepExpression {
  /// Whether the sentence has neither optional nor alternative words.
  fileprivate var isFixed: Bool {
    parts.allSatisfy { part in
      switch part {
      case .text, .parameter: true
      case .optional, .alternatives: false
      }
    }
  }
}

extension String {
  /// The text as a literal in Swift code.
  fileprivate var swiftLiteral: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
