import Foundation

extension ScenarioReport {
  /// Returns whether the lines of two scenarios agree, apart from the title and the indentation.
  func hasSameContent(as other: ScenarioReport) -> Bool {
    // Nearly all scenarios are decided here, without comparing lines.
    text == other.text || text.isEmpty || other.text.isEmpty || contentLines == other.contentLines
  }

  /// The lines of the scenario without its title, empty lines and indentation.
  var contentLines: [Substring] {
    guard !text.isEmpty else {
      return steps.filter { $0.owner == nil }.map { $0.text[...] }
    }
    var lines = text.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    let title = titles.last ?? ""
    let titled =
      lines.firstIndex { !title.isEmpty && $0.contains(title) } ?? lines.indices.first
    if let titled { lines.remove(at: titled) }
    return lines
  }

  /// The content lines as one text; empty if the scenario has no content of its own.
  var content: String { contentLines.joined(separator: "\n") }
}

extension Substring {
  /// The text without surrounding whitespace and without a leading list dash.
  fileprivate var trimmed: Substring {
    var text = self
    while let first = text.unicodeScalars.first, first == " " || first == "\t" {
      text.unicodeScalars.removeFirst()
    }
    if text.hasPrefix("- ") {
      text = text.dropFirst(2)
      while text.first == " " { text.removeFirst() }
    }
    while let last = text.unicodeScalars.last, last == " " || last == "\t" || last == "\r" {
      text.unicodeScalars.removeLast()
    }
    return text
  }
}
