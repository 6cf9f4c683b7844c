import Foundation

extension ScenarioReport {
  /// Whether the author's lines are the same but for the title and how deep they stand.
  func saysTheSame(as other: ScenarioReport) -> Bool {
    // Nearly all scenarios end here.
    text == other.text || text.isEmpty || other.text.isEmpty || contentLines == other.contentLines
  }

  /// What it says, a line each, without its title, blank lines and how deep it stands.
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

  /// What it says, in one text; empty where it says nothing of its own.
  var content: String { contentLines.joined(separator: "\n") }
}

extension Substring {
  /// Without the spaces around it and the dash of a list before it.
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
