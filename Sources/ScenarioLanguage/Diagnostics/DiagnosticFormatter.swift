/// Renders diagnostics as text: where, what, the line itself with the range marked, and hints.
///
/// ```
/// Scenarios/facts/facts.yaml:14:15: error: no step matches "the reader tap "Load""
///   14 |         when: the reader tap "Load"
///      |               ^~~~~~~~~~~~~~~~~~~~~
///   Did you mean: the reader taps {string}   (FactsSteps.swift:21)
/// ```
public struct DiagnosticFormatter: Sendable {
  /// Whether the text is coloured for a terminal.
  public var isColored: Bool

  /// How many columns of a line are shown at most; of a longer line, those around the place are.
  public var lineWidth: Int

  /// Creates a formatter; without colours, and with lines of 100 columns, unless told otherwise.
  public init(isColored: Bool = false, lineWidth: Int = 100) {
    self.isColored = isColored
    self.lineWidth = max(lineWidth, 20)
  }

  /// The text of several mistakes in the order of their places, each once, with an empty line
  /// between them.
  public func format(_ mistakes: [Diagnostic]) -> String {
    mistakes.sortedByPlace().map(format).joined(separator: "\n\n")
  }

  /// The text of a mistake, without a line break at its end.
  public func format(_ mistake: Diagnostic) -> String {
    let color: Color =
      switch mistake.severity {
      case .error: .red
      case .warning: .yellow
      case .note: .cyan
      }
    let location = mistake.place.map { paint("\($0.location.visible):", .bold) + " " } ?? ""
    var lines = [
      location + paint("\(mistake.severity.rawValue):", color) + " "
        + paint(mistake.message.visible, .bold)
    ]
    if let place = mistake.place, !place.lineText.isEmpty {
      let start = place.range.start
      let excerpt = Excerpt(of: place, width: lineWidth)
      let number = String(start.line)
      let margin = String(repeating: " ", count: number.count)
      lines.append("  " + paint("\(number) |", .dim) + " " + excerpt.text)
      lines.append(
        "  " + paint("\(margin) |", .dim) + " " + excerpt.indentation
          + paint(excerpt.underline, color))
    }
    lines += mistake.remedies.map { $0.isEmpty ? "" : "  \($0.visible)" }
    if let proposal = mistake.proposal, proposal.isLikely {
      lines.append("  For a developer:")
      lines += proposal.code.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    \(String($0).visible)" }
    }
    return lines.joined(separator: "\n")
  }

  private enum Color: String {
    case bold = "1"
    case dim = "2"
    case red = "1;31"
    case yellow = "1;33"
    case cyan = "1;36"
  }

  private func paint(_ text: String, _ color: Color) -> String {
    isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension Sequence<Diagnostic> {
  /// The mistakes in the order of their files, and of their places within a file, each once.
  public func sortedByPlace() -> [Diagnostic] {
    // Told apart without their lines, which can be long and follow from their places.
    var seen: Set<Diagnostic> = []
    return filter { mistake in
      var key = mistake
      key.place?.lineText = ""
      return seen.insert(key).inserted
    }.enumerated().sorted { left, right in
      guard let first = left.element.place, let second = right.element.place else {
        return left.element.place == nil && right.element.place != nil
          || (left.element.place == nil) == (right.element.place == nil)
            && left.offset < right.offset
      }
      if first.path != second.path { return first.path < second.path }
      if first.range.start != second.range.start { return first.range.start < second.range.start }
      return left.offset < right.offset
    }.map(\.element)
  }
}

extension String {
  /// The text with a picture in place of each character that would do something to a terminal.
  var visible: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: unicodeScalars.map(\.visible))
    return text
  }
}

extension Unicode.Scalar {
  /// The scalar itself, or a picture of it where it is a control character other than a tab.
  fileprivate var visible: Unicode.Scalar {
    switch value {
    case 0x09: self
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    default: self
    }
  }
}
