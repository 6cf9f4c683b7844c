import ScenarioLanguage

/// The place in a story where somebody types: the keys that lead there.
///
/// A mark is inserted at the offset, and the text is read with it, in the ways in which the line
/// may go on. So there is one reader of YAML.
struct Cursor {
  enum Element {
    case key(String)
    case item
  }

  /// The part that is typed.
  enum Part: Equatable { case key, value, tag }

  /// The value or the key that has the mark, and what leads to it.
  private typealias Found = (path: [Element], node: Node, part: Part, siblings: [String])

  private static let mark = "MARK0OF0CURSOR"

  /// The document that the cursor is in.
  private(set) var document: Node

  /// The keys and lists around the cursor, outermost first.
  private(set) var path: [Element] = []

  private(set) var part = Part.value

  /// The text before the cursor.
  private(set) var typed = ""

  /// The offset of its first byte.
  let start: Int

  /// The other keys of the mapping that the cursor is in.
  private(set) var siblings: [String] = []

  /// Whether there is a colon after what is typed, so that it is a key already.
  private(set) var hasColon = false

  /// Whether a value stands on the line of its key, outside of brackets.
  private(set) var followsKey = false

  /// Finds the cursor in a text; `nil` where the text isn't readable.
  init?(in source: SourceFile, at offset: Int) {
    let offset = min(max(offset, 0), source.bytes.count)
    let line = source.bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = source.bytes[offset...].firstIndex(of: 0x0A) ?? source.bytes.count
    let before = String(decoding: source.bytes[line..<offset], as: UTF8.self)
    let closers = Self.closers(of: before)
    let key = Self.mark + ": x" + closers
    let value = Self.mark + closers
    let isWord = !before.contains(":") && !before.contains("- ") && closers.isEmpty
    let rest = String(decoding: source.bytes[offset..<end], as: UTF8.self)
    // The text after the cursor belongs to it, unless it makes the line unreadable.
    for text in isWord ? [Self.mark + rest, key, value] : [Self.mark + rest, value, key] {
      if isWord, !rest.contains(":"), text == Self.mark + rest { continue }
      let bytes = source.bytes[..<offset] + Array(text.utf8) + source.bytes[end...]
      let readable = ReadableText(of: SourceFile(path: source.path, bytes: Array(bytes))).readable
      for document in readable.documents ?? [] {
        guard let found = Self.search(document, []) else { continue }
        self.document = document
        (path, part, siblings) = (found.path, found.part, found.siblings)
        let whole = (part == .tag ? found.node.tag : found.node.text) ?? ""
        typed = whole.firstRange(of: Self.mark).map { String(whole[..<$0.lowerBound]) } ?? whole
        start = offset - typed.utf8.count
        hasColon = part == .key && rest.contains(":")
        followsKey = closers.isEmpty && part == .value && before.contains(": ")
        // A text that goes on from the line above is no place to type a sentence.
        guard start >= line else { return nil }
        return
      }
    }
    return nil
  }

  /// Returns the quotes and brackets that a line leaves open, as they are closed.
  private static func closers(of line: String) -> String {
    var open: [UInt8] = []
    var quotes = QuoteScan()
    var previous = UInt8(ascii: ":")
    for byte in line.utf8 {
      let beginsValue = ":{[,-".utf8.contains(previous)
      // Brackets in quotes are text.
      if !quotes.read(byte, mayBegin: beginsValue) {
        if "{[".utf8.contains(byte), !open.isEmpty || beginsValue {
          open.append(UInt8(ascii: byte == UInt8(ascii: "{") ? "}" : "]"))
        } else if byte == open.last {
          open.removeLast()
        }
      }
      if !byte.isWhiteSpace { previous = byte }
    }
    return String(decoding: [quotes.mark].compactMap(\.self) + open.reversed(), as: UTF8.self)
  }

  private static func search(_ node: Node, _ path: [Element]) -> Found? {
    if node.tag?.contains(mark) == true { return (path, node, .tag, []) }
    if node.text?.contains(mark) == true { return (path, node, .value, []) }
    for item in node.items.map(Array.init) ?? [] {
      if let found = search(item, path + [.item]) { return found }
    }
    let entries = node.entries.map(Array.init) ?? []
    for entry in entries {
      let key = entry.key.text ?? ""
      if key.contains(mark) {
        let siblings = entries.compactMap(\.key.text).filter { !$0.contains(mark) }
        return (path, entry.key, .key, siblings)
      }
      if let found = search(entry.value, path + [.key(key)]) { return found }
    }
    return nil
  }
}
