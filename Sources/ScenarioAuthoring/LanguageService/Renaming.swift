import Foundation
import ScenarioLanguage

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
  func edits(
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
}

extension SourceFile {
  /// Returns the text in a range.
  func text(in range: SourceRange) -> String {
    let end = min(range.end.offset, bytes.count)
    return String(decoding: bytes[min(range.start.offset, end)..<end], as: UTF8.self)
  }
}
