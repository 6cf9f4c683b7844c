import DisplayText
import Foundation
import ScenarioKit
import ScenarioLanguage

/// Something that has a name and can occur in several places.
enum Symbol: Hashable {
  case step(StepSignature)
  case phrase(String, in: String, line: Int)
  case tag(String)
  /// A file that stories name, by its absolute path.
  case file(String)
}

extension LanguageService {
  /// Returns what stands at an offset of a file, with its range.
  func symbol(in path: String, at offset: Int) -> (symbol: Symbol, range: SourceRange)? {
    guard let document = document(path) else { return nil }
    return occurrences(in: path, document.facts).first { $0.range.contains(offset) }
  }

  /// The things with names in a file, inner ones before those around them.
  private func occurrences(
    in path: String, _ facts: StoryFacts, files: Bool = true
  ) -> [(symbol: Symbol, range: SourceRange)] {
    var found: [(Symbol, SourceRange)] = facts.tags.map { (.tag($0.string), $0.range) }
    for phrase in facts.phrases {
      let symbol = Symbol.phrase(phrase.text.string, in: path, line: phrase.text.range.start.line)
      found += ([phrase.text] + phrase.uses).map { (symbol, $0.range) }
    }
    for use in facts.uses {
      for value in use.values where files && value.isText {
        if let file = file(named: value.text.string, in: path) {
          found.append((.file(file), value.text.range))
        }
      }
      if let entry = entry(of: use.text, in: use.module) {
        found.append((.step(entry.signature), use.range))
      }
    }
    return found
  }

  // MARK: - Answers

  /// Returns where the thing at an offset is defined.
  package func definition(in path: String, at offset: Int, swift: SwiftLocations) -> SourceLocation?
  {
    guard let (symbol, _) = symbol(in: path, at: offset) else { return nil }
    switch symbol {
    case .step(let signature):
      let location = swift.location(of: signature.origin)
      guard location.path != signature.origin.fileID else { return nil }
      return SourceLocation(file: swift.file(location), range: location.range)
    case .phrase(_, _, let line):
      return document(path)?.facts.phrases.first { $0.text.range.start.line == line }
        .map { sourceLocation(path, $0.text.range) }
    case .file(let file):
      return SourceLocation(file: file, range: SourceRange(start: .start, end: .start))
    case .tag: return nil
    }
  }

  /// Returns where the thing at an offset occurs, in the order of the files.
  package func references(in path: String, at offset: Int) -> [SourceLocation] {
    guard let (symbol, _) = symbol(in: path, at: offset) else { return [] }
    return locations(of: symbol)
  }

  func locations(of symbol: Symbol) -> [SourceLocation] {
    let isFile = if case .file = symbol { true } else { false }
    return files.flatMap { path, facts in
      occurrences(in: path, facts, files: isFile).filter { $0.symbol == symbol }.map {
        sourceLocation(path, $0.range)
      }
    }
  }

  /// Returns the description of the thing at an offset, as Markdown.
  package func hover(in path: String, at offset: Int) -> (text: String, range: SourceRange)? {
    if let verdict = verdict(at: offset, in: path) { return verdict }
    guard let document = document(path) else { return nil }
    let language = language(of: path, at: offset)
    if let (symbol, range) = symbol(in: path, at: offset) {
      let texts = [
        meaning(of: symbol, at: range, in: path, language), state(after: range, in: path),
      ].compactMap(\.self)
      return texts.isEmpty ? nil : (texts.joined(separator: "\n\n---\n\n"), range)
    }
    guard let word = document.word(at: offset) else { return nil }
    return SchemaTemplate.description(of: word.text).map {
      (language.text(of: $0), word.range)
    }
  }

  private func meaning(
    of symbol: Symbol, at range: SourceRange, in path: String, _ language: StoryLanguage
  ) -> String? {
    let said = language.text
    switch symbol {
    case .step:
      guard let (entry, vocabulary) = wording(in: path, at: range) else { return nil }
      return SentenceDescription(of: entry, in: vocabulary, language)
        .hover(uses: locations(of: symbol).count)
    case .phrase(let text, _, _): return said("A phrase of this story:") + " `\(text)`"
    case .tag(let tag):
      let count = locations(of: symbol).count
      return said("The tag \("`\(tag)`"): \(Message.counted(count, "place"))")
    case .file(let file):
      let text = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
      let start = String(decoding: text.prefix(1_000), as: UTF8.self)
      return "\(text.count) \(said("bytes"))\n\n```\n\(start)\n```"
    }
  }
}

extension SourceRange {
  func contains(_ offset: Int) -> Bool { start.offset <= offset && offset <= end.offset }
}

extension LanguageService.Document {
  /// Returns the key of the story at an offset.
  fileprivate func word(at offset: Int) -> (text: String, range: SourceRange)? {
    let keys = (text.readable.documents ?? []).flatMap(\.allEntries).map(\.key)
    return keys.last { $0.range.contains(offset) }.map { ($0.text ?? "", $0.range) }
  }
}
