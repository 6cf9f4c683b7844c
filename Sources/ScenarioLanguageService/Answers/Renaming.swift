import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import StepExpressions

/// The changes that give something another name.
package struct Renaming: Sendable {
  /// The replacements, in files of stories and in Swift code.
  package internal(set) var edits: [LanguageService.Edit] = []

  /// The absolute paths of a file that moves, before and after.
  package internal(set) var moved: (from: String, to: String)?
}

extension LanguageService {
  /// Returns the name that the thing at an offset has, and its range; `nil` if it can't be renamed.
  package func name(in path: String, at offset: Int) -> (name: String, range: SourceRange)? {
    guard let (symbol, range) = symbol(in: path, at: offset), let source = source(of: path) else {
      return nil
    }
    switch symbol {
    case .phrase(let text, _, _): return (text, range)
    case .tag(let tag): return (tag, range)
    case .file: return (source.text(in: range), range)
    case .step:
      return wording(in: path, at: range).map { ($0.expression.source, range) }
    }
  }

  /// Returns the changes that rename the thing at an offset.
  ///
  /// - Throws: `Diagnostic` if it can't be renamed, or not to this name.
  package func rename(
    in path: String, at offset: Int, to name: String, swift: SwiftLocations
  ) throws(Diagnostic) -> Renaming {
    guard let (symbol, range) = symbol(in: path, at: offset) else {
      throw Diagnostic("there is nothing here that has a name")
    }
    guard !name.isEmpty, !name.contains(where: \.isNewline) else {
      throw Diagnostic("a name is a text on one line")
    }
    switch symbol {
    case .tag:
      guard name.firstMatch(of: /[\s,@\[\]{}#:]/) == nil else {
        throw Diagnostic("\"\(name)\" is no tag", hints: ["Write a word, such as smoke."])
      }
      return Renaming(edits: places(of: symbol).map { Edit(place: $0, text: name) })
    case .phrase(let text, _, _): return try rename(text, symbol, to: name)
    case .file(let file): return try move(file, symbol, to: name)
    case .step: return try renameStep(in: path, range, to: name, swift: swift)
    }
  }

  private func rename(
    _ text: String, _ symbol: Symbol, to name: String
  ) throws(Diagnostic) -> Renaming {
    func placeholders(_ text: String) -> Set<Substring> {
      Set(text.matches(of: /<[^<>]+>/).map(\.output))
    }
    guard placeholders(text) == placeholders(name) else {
      throw Diagnostic(
        "the phrase needs the same placeholders",
        hints: ["It has: \(placeholders(text).sorted().joined(separator: ", "))"])
    }
    let new = Text(name, range: SourceRange(start: .start, end: .start))
    return Renaming(
      edits: try edits(places(of: symbol)) { written in
        written == text ? name : new.filled(like: written, of: text)
      })
  }

  private func move(
    _ file: String, _ symbol: Symbol, to name: String
  ) throws(Diagnostic) -> Renaming {
    let old = URL(filePath: file)
    let last = String(name.split(separator: "/").last ?? "")
    let target = old.deletingLastPathComponent().appending(path: last)
    guard !last.isEmpty, !last.hasPrefix("."),
      !FileManager.default.fileExists(atPath: target.path)
    else { throw Diagnostic("the file can't be called \"\(last)\"") }
    let edits = try edits(places(of: symbol)) { written in
      written.hasSuffix(old.lastPathComponent)
        ? written.dropLast(old.lastPathComponent.count) + last : nil
    }
    guard let first = edits.first, first.text.hasSuffix(name) || name == last else {
      throw Diagnostic("a file stays in its folder", hints: ["Write only its new name."])
    }
    return Renaming(edits: edits, moved: (file, target.path))
  }

  /// Returns replacements of the texts at places, with the quotes that they have or need.
  ///
  /// - Throws: `Diagnostic` with the place of a text that can't be replaced.
  private func edits(
    _ places: [Place], _ new: (String) -> String?
  ) throws(Diagnostic) -> [Edit] {
    var edits: [Edit] = []
    for place in places {
      guard let path = path(of: place.file), let source = source(of: path) else { continue }
      let written = source.text(in: place.range)
      let quote = written.first.flatMap { "\"'".contains($0) ? $0 : nil }
      let plain = quote == nil ? written : String(written.dropFirst().dropLast())
      guard !plain.contains("\\"), !plain.contains("''"), let text = new(plain) else {
        throw Diagnostic(
          "this can't be renamed", at: source.location(of: place.range),
          hints: ["Change it by hand."])
      }
      edits.append(Edit(place: place, text: quote.map { "\($0)\(text)\($0)" } ?? text))
    }
    return edits
  }

  // MARK: - Steps

  private func wording(in path: String, at range: SourceRange) -> Vocabulary.Entry? {
    document(path)?.facts.uses.first { $0.range == range }
      .flatMap { entry(of: $0.text, in: $0.module) }
  }

  private func renameStep(
    in path: String, _ range: SourceRange, to name: String, swift: SwiftLocations
  ) throws(Diagnostic) -> Renaming {
    guard let wording = wording(in: path, at: range),
      let use = document(path)?.facts.uses.first(where: { $0.range == range }),
      let vocabulary = vocabulary(use.module)
    else { throw Diagnostic("no step matches this sentence") }
    let new: StepExpression
    do { new = try StepExpression(name, parameterTypes: vocabulary.sentences.types) } catch {
      throw Diagnostic(lines: error.description)
    }
    let old = wording.expression
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
    accept(name, besides: old.source)
    return Renaming(edits: edits + [Edit(place: literal, text: name.swiftLiteral)])
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

  /// Accepts a new wording besides an old one, until the app is built again.
  private func accept(_ new: String, besides old: String) {
    vocabularies = vocabularies.map { vocabulary in
      guard let data = try? JSONEncoder().encode(vocabulary),
        let value = Value(json: String(decoding: data, as: UTF8.self)),
        let json = try? value.adding(new, besides: old).json(),
        let changed = try? JSONDecoder().decode(VocabularyData.self, from: Data(json.utf8))
      else { return vocabulary }
      return changed
    }
  }
}

extension SourceFile {
  /// Returns the text in a range.
  func text(in range: SourceRange) -> String {
    let end = min(range.end.offset, bytes.count)
    return String(decoding: bytes[min(range.start.offset, end)..<end], as: UTF8.self)
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

extension Value {
  /// Returns the value with a wording added wherever another one stands in a list.
  fileprivate func adding(_ new: String, besides old: String) -> Value {
    switch self {
    case .list(let elements):
      .list(
        elements.flatMap { element -> [Value] in
          guard case .mapping(let pairs) = element, element["expression"] == .text(old) else {
            return [element.adding(new, besides: old)]
          }
          return [
            element,
            .mapping(pairs.map { $0.key == "expression" ? Pair($0.key, .text(new)) : $0 }),
          ]
        })
    case .mapping(let pairs):
      .mapping(pairs.map { Pair($0.key, $0.value.adding(new, besides: old)) })
    default: self
    }
  }
}
