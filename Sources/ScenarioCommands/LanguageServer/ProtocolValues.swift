import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage

/// Positions of the protocol, which count UTF-16 code units.
extension SourceFile {
  /// Returns the offset of a position; of the nearest one for a position outside of the text.
  func offset(of position: Value?) -> Int {
    guard case .integer(let line)? = position?["line"],
      case .integer(let character)? = position?["character"], line >= 0
    else { return 0 }
    guard line < lineStarts.count else { return bytes.count }
    let text = lineText(Int(line) + 1)
    let start = text.utf16.index(
      text.startIndex, offsetBy: Int(clamping: max(0, character)), limitedBy: text.endIndex)
    return lineStarts[Int(line)] + text[..<(start ?? text.endIndex)].utf8.count
  }

  /// Returns a range.
  func value(of range: SourceRange) -> Value { value(of: range.offsets) }

  /// Returns a range of offsets.
  func value(of offsets: Range<Int>) -> Value {
    func position(_ offset: Int) -> Value {
      let line = lineIndex(at: min(max(offset, 0), bytes.count))
      let end = min(max(offset, lineStarts[line]), bytes.count)
      return ["line": .int(line), "character": .int(text(lineStarts[line]..<end).utf16.count)]
    }
    return ["start": position(offsets.lowerBound), "end": position(offsets.upperBound)]
  }
}

extension SourceRange {
  /// The range in a file whose text is not at hand, such as one of Swift code.
  var value: Value {
    func value(_ position: Position) -> Value {
      ["line": .int(max(0, position.line - 1)), "character": .int(max(0, position.column - 1))]
    }
    return ["start": value(start), "end": value(max(start, end))]
  }
}

extension Value {
  /// Creates a number.
  static func int(_ number: Int) -> Value { .integer(Int64(number)) }

  /// The address of a file.
  init(address path: String) { self = .text(URL(filePath: path).absoluteString) }

  /// The path of the file that the value is the address of.
  var path: String? {
    guard let text, let url = URL(string: text), url.isFileURL else { return nil }
    return url.standardizedFileURL.path
  }
}

extension Diagnostic {
  /// The diagnostic in the protocol, with its texts in the language of the story.
  func value(in source: SourceFile) -> Value {
    let translated = inLanguageOfStory
    let text = ([translated.message] + translated.hints).joined(separator: "\n")
    let range = location?.range ?? SourceRange(start: .start, end: .start)
    let number = 1 + ([Severity.error, .warning, .note].firstIndex(of: severity) ?? 0)
    return [
      "range": source.value(of: range), "severity": .int(number), "code": .text(rule.id),
      "source": "scenarios", "message": .text(text),
    ]
  }
}

extension Completion {
  /// The completion in the protocol.
  ///
  /// - Parameters:
  ///   - range: The range that it replaces.
  ///   - order: Its position among all.
  func value(
    replacing range: Value, order: Int, hasSnippets: Bool, hasMarkdown: Bool = true
  ) -> Value {
    let plain = snippet.replacing(/\$\{\d+:([^}]*)\}|\$\{\d+\|([^,|}]*)[^}]*\}|\$\d|\\([\\$}])/) {
      "\($0.output.1 ?? $0.output.2 ?? $0.output.3 ?? "")"
    }
    return Value(present: [
      "label": .text(label), "kind": .integer(kind.rawValue), "detail": detail.map { .text($0) },
      "documentation": documentation.map { text in
        hasMarkdown ? ["kind": "markdown", "value": .text(text)] : .text(text)
      },
      "sortText": .text(String(format: "%05d", order)), "filterText": .text(label),
      "insertTextFormat": .integer(hasSnippets ? 2 : 1),
      "textEdit": ["range": range, "newText": .text(hasSnippets ? snippet : plain)],
    ])
  }
}

extension Outline {
  /// The outline in the protocol.
  func value(in source: SourceFile) -> Value {
    var whole = range
    whole.start = min(range.start, titleRange.start)
    whole.end = max(range.end, titleRange.end)
    return [
      "name": .text(title.isEmpty ? "…" : title), "kind": .integer(kind.rawValue),
      "range": source.value(of: whole), "selectionRange": source.value(of: titleRange),
      "children": .list(children.map { $0.value(in: source) }),
    ]
  }
}
