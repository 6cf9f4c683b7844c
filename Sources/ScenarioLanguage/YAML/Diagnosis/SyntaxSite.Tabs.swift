extension SyntaxSite {
  /// Tabs where blanks belong: in front of a line, or behind the dash of a list item.
  var tab: SyntaxDiagnosis? {
    let lines = error.problem == "could not find expected ':'" ? [contextLine, line] : [line]
    guard let first = lines.first(where: { hasTab($0) }) else { return nil }
    let lead = shape(first).lead
    guard let tab = lead.firstIndex(of: .tab) else { return nil }
    let tabs = lead[tab...].prefix { $0 == .tab }

    var last = first
    while last + 1 < text.lineCount, hasTab(last + 1) { last += 1 }
    let others =
      switch last - first {
      case 0: ""
      case 1: " Line \(last + 1) has tabs too."
      default: " Lines \(first + 2) to \(last + 1) have tabs too."
      }
    return SyntaxDiagnosis(
      message: "a tab stands in the indentation", range: range(tab, tab + tabs.count),
      remedies: ["Indent with blanks instead.\(others)"],
      mends: TabMender(of: self).mends(first...last))
  }

  private func hasTab(_ line: Int) -> Bool {
    let shape = shape(line)
    return shape.lead.contains(.tab) && !(shape.content.isEmpty && !shape.isItem)
  }
}

/// Finds out how far lines with tabs were meant to be indented.
private struct TabMender {
  /// How wide a tab may be on its author's screen, likeliest first.
  private static let widths = [2, 4, 8, 1, 3, 6]

  private let site: SyntaxSite

  /// The columns at which what stands above may go on, in ascending order.
  private var open: [(column: Int, isItem: Bool)] = []

  /// Whether the line above wants something below it.
  private var opensBlock = false

  init(of site: SyntaxSite) { self.site = site }

  func mends(_ lines: ClosedRange<Int>) -> [SyntaxDiagnosis.Mend] {
    var mender = self
    mender.open = site.openColumns(above: lines.lowerBound)
    if let above = site.writtenLine(above: lines.lowerBound) {
      mender.opensBlock = site.opensBlock(above)
    }
    let below = site.writtenLine(below: lines.upperBound).map { site.shape($0) }
    return lines.map { line in
      let shape = site.shape(line)
      let column = mender.column(for: shape, below: below)
      mender.take(shape, at: column)
      return .indent(line: line, to: column)
    }
  }

  /// The column at which a line was meant to begin, which fits what stands above it.
  private func column(for shape: LineShape, below: LineShape?) -> Int {
    let white = shape.lead.prefix { $0.isBlankOrTab }
    let options = Self.widths.map { width in
      white.reduce(0) { $1 == .tab ? ($0 / width + 1) * width : $0 + 1 }
    }
    let deepest = open.last?.column ?? 0
    if opensBlock {
      let least = shape.isItem ? deepest : deepest + 1
      if let below, below.isItem == shape.isItem, below.indentation >= least {
        return below.indentation
      }
      return options.first { $0 >= least } ?? deepest + 2
    }
    let fitting = open.filter { $0.isItem == shape.isItem }.map(\.column)
    return options.first { fitting.contains($0) } ?? fitting.last ?? open.last?.column ?? 0
  }

  /// Goes on behind a line that begins at a column.
  private mutating func take(_ shape: LineShape, at column: Int) {
    let shift = column - shape.indentation
    open.removeAll { $0.column >= column }
    open += shape.columns.map { ($0 + shift, shape.dashColumns.contains($0)) }
    opensBlock = shape.opensBlock
  }
}
