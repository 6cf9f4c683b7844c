import ScenarioKit
import ScenarioLanguage

extension LanguageService {
  /// Returns the name that the thing at an offset has, and its range; `nil` if it can't be renamed.
  package func name(in path: String, at offset: Int) -> (name: String, range: SourceRange)? {
    guard let (symbol, range) = symbol(in: path, at: offset) else { return nil }
    switch symbol {
    case .phrase(let text, _, _): return (text, range)
    case .tag(let tag): return (tag, range)
    case .file: return nil
    case .step: return wording(in: path, at: range).map { ($0.entry.expression.source, range) }
    }
  }

  /// Returns the changes in stories and Swift code that rename the thing at an offset.
  ///
  /// - Throws: `Diagnostic` if it can't be renamed, or not to this name.
  package func rename(
    in path: String, at offset: Int, to name: String, swift: SwiftLocations
  ) throws(Diagnostic) -> [Edit] {
    guard let (symbol, range) = symbol(in: path, at: offset) else { throw Self.nothingToRename }
    guard !name.isEmpty, !name.contains(where: \.isNewline) else {
      throw Diagnostic("a name is a text on one line")
    }
    switch symbol {
    case .tag:
      guard name.firstMatch(of: /[\s,@\[\]{}#:]/) == nil else {
        throw Diagnostic("\"\(name)\" is no tag", hints: ["Write a word, such as smoke."])
      }
      return locations(of: symbol).map { Edit(location: $0, text: name) }
    case .phrase(let text, _, _): return try rename(text, symbol, to: name)
    case .file: throw Self.nothingToRename
    case .step: return try renameStep(in: path, range, to: name, swift: swift)
    }
  }

  private static let nothingToRename = Diagnostic("there is nothing here that has a name")

  private func rename(
    _ text: String, _ symbol: Symbol, to name: String
  ) throws(Diagnostic) -> [Edit] {
    func placeholders(_ text: String) -> Set<Substring> {
      Set(text.matches(of: /<[^<>]+>/).map(\.output))
    }
    guard placeholders(text) == placeholders(name) else {
      throw Diagnostic(
        "the phrase needs the same placeholders",
        hints: ["It has: \(placeholders(text).sorted().joined(separator: ", "))"])
    }
    let new = Text(name, range: SourceRange(start: .start, end: .start))
    return try edits(locations(of: symbol)) { written in
      written == text ? name : new.filled(like: written, of: text)
    }
  }

  /// Returns replacements of the texts at locations, with the quotes that they have or need.
  ///
  /// - Throws: `Diagnostic` with the location of a text that can't be replaced.
  func edits(_ locations: [SourceLocation], _ new: (String) -> String?) throws(Diagnostic) -> [Edit]
  {
    var edits: [Edit] = []
    for location in locations {
      guard let path = path(of: location.file), let source = source(of: path) else { continue }
      // The file may have changed since.
      let written = source.text(location.range.offsets.clamped(to: source.bytes.indices))
      let quote = written.first.flatMap { "\"'".contains($0) ? $0 : nil }
      let plain = quote == nil ? written : String(written.dropFirst().dropLast())
      guard !plain.contains("\\"), !plain.contains("''"), let text = new(plain) else {
        throw Diagnostic(
          "this can't be renamed", at: source.location(of: location.range),
          hints: ["Change it by hand."])
      }
      edits.append(Edit(location: location, text: quote.map { "\($0)\(text)\($0)" } ?? text))
    }
    return edits
  }

  /// Returns the sentence that is used at a range, and the vocabulary that it is from.
  func wording(
    in path: String, at range: SourceRange
  ) -> (entry: Vocabulary.Entry, vocabulary: VocabularyData)? {
    guard let use = document(path)?.facts.uses.first(where: { $0.range == range }),
      let vocabulary = vocabulary(use.module), let entry = vocabulary.sentences.entry(of: use.text)
    else { return nil }
    return (entry, vocabulary)
  }

  func renameStep(
    in path: String, _ range: SourceRange, to name: String, swift: SwiftLocations
  ) throws(Diagnostic) -> [Edit] {
    guard let (wording, vocabulary) = wording(in: path, at: range) else {
      throw Diagnostic("no step matches this sentence")
    }
    let old = wording.expression
    let new: StepExpression
    let renamed: [VocabularyData]
    do {
      new = try StepExpression(name, parameterTypes: vocabulary.sentences.types)
      renamed = try vocabularies.map { try $0.adding(name, besides: old.source) }
    } catch let problem as StepExpression.Problem {
      throw Diagnostic(problem.lines[0], hints: Array(problem.lines.dropFirst()))
    } catch { throw Diagnostic(lines: "\(error)") }
    guard old.isFixed, new.isFixed else {
      throw Diagnostic(
        "a sentence with optional or alternative words can't be renamed here",
        hints: ["Rename it in its Swift code: \(wording.signature.origin)"])
    }
    guard new.parameters.map(\.name) == old.parameters.map(\.name) else {
      throw Diagnostic(
        "the sentence needs the same parameters in the same order", hints: ["It was: \(old.source)"]
      )
    }
    let locations = locations(of: .step(wording.signature)).filter { location in
      self.path(of: location.file).flatMap { self.wording(in: $0, at: location.range) }?
        .entry.expression.source == old.source
    }
    let edits = try edits(locations) { written in
      guard let match = try? old.match(written) else { return nil }
      var texts = match.map(\.text)[...]
      return new.parts.map { part in
        if case .text(let text) = part { text } else { texts.popFirst() ?? "" }
      }.joined()
    }
    let literal = try swiftLiteral(old.source, of: wording.signature, swift: swift)
    // Both wordings are valid until the app is built again.
    vocabularies = renamed
    return edits + [Edit(location: literal, text: name.swiftLiteral)]
  }

  /// Returns the location of a sentence's literal in Swift code.
  ///
  /// - Throws: `Diagnostic` if it is not found exactly once at the recorded call.
  private func swiftLiteral(
    _ sentence: String, of signature: StepSignature, swift: SwiftLocations
  ) throws(Diagnostic) -> SourceLocation {
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
      let often: Message = found.isEmpty ? "not" : "more than once"
      throw Diagnostic(
        "the literal \(sentence.swiftLiteral) is \(often) at the step's definition", at: location,
        hints: ["Rename it there by hand."])
    }
    return SourceLocation(file: file, range: source.range(found[0]..<found[0] + bytes.count))
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
