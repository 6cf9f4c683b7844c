/// How a line of YAML is built: its indentation, the dashes of lists, and what follows them.
struct LineShape: Sendable {
  /// The white space and the dashes at the start of the line.
  let lead: ArraySlice<UInt8>

  /// What stands behind them, without white space at its end.
  let content: ArraySlice<UInt8>

  /// The columns, from 0, at which the dashes stand.
  let dashColumns: [Int]

  /// The column, from 0, at which the content begins.
  let contentColumn: Int

  /// Takes a line apart.
  init(_ line: ArraySlice<UInt8>) {
    var dashes: [Int] = []
    var index = line.startIndex
    scanning: while index < line.endIndex {
      switch line[index] {
      case .blank, .tab: index += 1
      case .ascii("-"):
        let next = index + 1
        guard next == line.endIndex || line[next].isBlankOrTab else { break scanning }
        dashes.append(index - line.startIndex)
        index = next
      default: break scanning
      }
    }
    lead = line[..<index]
    dashColumns = dashes
    contentColumn = index - line.startIndex
    content = line[index..<(line[index...].lastIndex { !$0.isBlankOrTab }.map { $0 + 1 } ?? index)]
  }

  /// Whether the line says nothing: it is empty, a comment or the `---` between documents.
  var isEmpty: Bool {
    dashColumns.isEmpty
      && (content.isEmpty || content.first == .ascii("#") || content.elementsEqual("---".utf8))
  }

  /// Whether the line is or begins a list item.
  var isItem: Bool { !dashColumns.isEmpty }

  /// The column, from 0, of the first character that is no white space.
  var indentation: Int { dashColumns.first ?? contentColumn }

  /// The columns, from 0, at which other lines may go on with what this one begins: with a list, or
  /// with keys.
  var columns: [Int] { endOfKey == nil ? dashColumns : dashColumns + [contentColumn] }

  /// The text of the key that the line begins with; `nil` where no colon ends one.
  var key: ArraySlice<UInt8>? {
    guard let colon = endOfKey else { return nil }
    return content[..<colon]
  }

  /// Where the colon behind the line's key is; `nil` where there is none.
  var endOfKey: Int? {
    var quote: UInt8?
    for index in content.indices {
      let byte = content[index]
      if index == content.startIndex, byte == .ascii("\"") || byte == .ascii("'") {
        quote = byte
      } else if byte == quote {
        quote = nil
      } else if quote == nil, byte == .ascii(":"),
        index + 1 == content.endIndex || content[index + 1].isBlankOrTab
      {
        return index
      }
    }
    return nil
  }
}
