/// The structure of a line of YAML: its indentation, the dashes of lists, and its content.
struct LineShape: Sendable {
  /// The whitespace and the dashes at the start of the line.
  let lead: ArraySlice<UInt8>

  /// The text after them, without trailing whitespace.
  let content: ArraySlice<UInt8>

  /// The columns of the dashes, from 0.
  let dashColumns: [Int]

  /// The column of the content, from 0.
  let contentColumn: Int

  /// Parses a line.
  init(_ line: ArraySlice<UInt8>) {
    var dashes: [Int] = []
    var index = line.startIndex
    scanning: while index < line.endIndex {
      switch line[index] {
      case .space, .tab: index += 1
      case .ascii("-"):
        let next = index + 1
        guard next == line.endIndex || line[next].isSpaceOrTab else { break scanning }
        dashes.append(index - line.startIndex)
        index = next
      default: break scanning
      }
    }
    lead = line[..<index]
    (dashColumns, contentColumn) = (dashes, index - line.startIndex)
    content = line[index..<(line[index...].lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? index)]
  }

  /// Whether the line has no content: it is empty, a comment or the `---` between documents.
  var isEmpty: Bool {
    dashColumns.isEmpty
      && (content.isEmpty || content.first == .ascii("#") || content.elementsEqual("---".utf8))
  }

  /// Whether the line is a list item or begins one.
  var isItem: Bool { !dashColumns.isEmpty }

  /// The column, from 0, of the first character that isn't whitespace.
  var indentation: Int { dashColumns.first ?? contentColumn }

  /// The columns, from 0, at which later lines can continue the lists and keys that this line
  /// begins.
  var columns: [Int] { endOfKey == nil ? dashColumns : dashColumns + [contentColumn] }

  /// The key at the start of the line; `nil` if there is no colon after it.
  var key: ArraySlice<UInt8>? { endOfKey.map { content[..<$0] } }

  /// The index of the colon after the line's key; `nil` if there is none.
  var endOfKey: Int? {
    var quotes = QuoteScan()
    return content.indices.first { index in
      let isQuoted = quotes.read(content[index], mayBegin: index == content.startIndex)
      return !isQuoted && content[index] == .ascii(":")
        && (index + 1 == content.endIndex || content[index + 1].isSpaceOrTab)
    }
  }

  /// The known key, in any language, at the start of a line without a colon that ends the key.
  var knownKeyWithoutColon: String? { key == nil ? Keys.known(atStartOf: content) : nil }
}
