import ScenarioLanguage

extension LanguageService {
  /// Returns the name that the thing at an offset has, and its range; `nil` if it can't be renamed.
  package func name(in path: String, at offset: Int) -> (name: String, range: SourceRange)? {
    guard let (symbol, range) = symbol(in: path, at: offset) else { return nil }
    switch symbol {
    case .phrase(let text, _, _): return (text, range)
    case .tag(let tag): return (tag, range)
    case .file: return nil
    case .step: return wording(in: path, at: range).map { ($0.expression.source, range) }
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
      return places(of: symbol).map { Edit(place: $0, text: name) }
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
    return try edits(places(of: symbol)) { written in
      written == text ? name : new.filled(like: written, of: text)
    }
  }

  /// Returns replacements of the texts at places, with the quotes that they have or need.
  ///
  /// - Throws: `Diagnostic` with the place of a text that can't be replaced.
  func edits(_ places: [Place], _ new: (String) -> String?) throws(Diagnostic) -> [Edit] {
    var edits: [Edit] = []
    for place in places {
      guard let path = path(of: place.file), let source = source(of: path) else { continue }
      // The file may have changed since.
      let written = source.text(place.range.offsets.clamped(to: source.bytes.indices))
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
}
