/// What is looked at before a text is read as YAML: its size, its encoding and its characters.
struct TextCheck {
  /// The text, with a replacement of the same length for each character that libyaml would refuse.
  private(set) var bytes: [UInt8]

  /// What was found, in the order of the text.
  private(set) var mistakes: [Mistake] = []

  /// The lines on which something was replaced.
  private(set) var damagedLines = LineSet()

  /// Whether the text can't be read at all.
  private(set) var isUnreadable = false

  /// Looks at the text of a file.
  init(_ source: SourceFile) {
    bytes = source.bytes
    if source.bytes.count > Limits.fileSize {
      refuse(source, Self.tooBig)
    } else if let encoding = Self.otherEncoding(of: source.bytes) {
      refuse(
        source,
        Mistake(
          "this file is saved as \(encoding), but a story is saved as UTF-8",
          at: source.place(of: SourceRange(start: .start, end: .start)),
          remedies: ["Save it again with the encoding UTF-8."]))
    } else {
      checkCharacters(of: source)
    }
  }

  /// What is said about a file that is bigger than it may be.
  static func tooBig(_ path: String) -> Mistake {
    Mistake(
      "this file is too big: \(Limits.text(Limits.fileSize / 1_048_576)) MiB is the limit",
      at: Place(path: path, range: SourceRange(start: .start, end: .start), lineText: ""),
      remedies: ["Tell it in several files."])
  }

  private mutating func refuse(_ source: SourceFile, _ mistake: (String) -> Mistake) {
    refuse(source, mistake(source.path))
  }

  private mutating func refuse(_ source: SourceFile, _ mistake: Mistake) {
    mistakes = [mistake]
    isUnreadable = true
  }

  /// The encoding that a text seems to be in instead of UTF-8; `nil` where it doesn't look like another.
  private static func otherEncoding(of bytes: [UInt8]) -> String? {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "UTF-32"
    }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // Without a mark, the NUL in each of the first letters gives it away: no story begins like that.
    let zeros = start.map { $0 == 0 }
    if zeros == [true, false, true, false] || zeros == [false, true, false, true] {
      return "UTF-16"
    }
    if zeros == [true, true, true, false] || zeros == [false, true, true, true] {
      return "UTF-32"
    }
    return nil
  }

  private mutating func checkCharacters(of source: SourceFile) {
    var invalid: [Range<Int>] = []
    var controls: [(Range<Int>, Unicode.Scalar)] = []
    bytes.withUnsafeBufferPointer { bytes in
      var iterator = bytes.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      var offset = 0
      scanning: while true {
        switch parser.parseScalar(from: &iterator) {
        case .emptyInput: break scanning
        case .error(let length):
          invalid.append(offset..<offset + length)
          offset += length
        case .valid(let encoded):
          let scalar = Unicode.UTF8.decode(encoded)
          if !Self.isAllowed(scalar) { controls.append((offset..<offset + encoded.count, scalar)) }
          offset += encoded.count
        }
      }
    }
    // A file in another encoding has such bytes all over, so the first of them stands for all.
    if let first = invalid.first { reportInvalid(first, count: invalid.count, in: source) }
    var lineOfLastControl = 0
    for (range, scalar) in controls {
      let line = source.lineIndex(at: range.lowerBound) + 1
      if line != lineOfLastControl { reportControl(scalar, at: range, in: source) }
      lineOfLastControl = line
    }
    for range in invalid + controls.map(\.0) {
      bytes.replaceSubrange(range, with: Self.replacement(length: range.count))
      damagedLines.insert(source.lineIndex(at: range.lowerBound) + 1)
    }
  }

  private mutating func reportInvalid(_ range: Range<Int>, count: Int, in source: SourceFile) {
    let byte = String(source.bytes[range.lowerBound], radix: 16, uppercase: true)
    let others = count > 1 ? ", and neither are \(count - 1) other places" : ""
    mistakes.append(
      Mistake(
        "the byte \(byte) is not UTF-8\(others)",
        at: source.place(of: source.range(range)),
        remedies: ["Save the file again with the encoding UTF-8."]))
  }

  private mutating func reportControl(
    _ scalar: Unicode.Scalar, at range: Range<Int>, in source: SourceFile
  ) {
    let code = String(scalar.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
    mistakes.append(
      Mistake(
        "there is a character here that can't be seen and isn't allowed, U+\(padded)",
        at: source.place(of: source.range(range)), remedies: ["Delete it."]))
  }

  /// Whether libyaml takes a character; it refuses the text as a whole for the sake of one that it doesn't take.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x1_0000...: true
    default: false
    }
  }

  /// A character that takes as many bytes in UTF-8, so that every place in the text stays what it is.
  private static func replacement(length: Int) -> [UInt8] {
    switch length {
    case 1: [.blank]
    case 2: Array("\u{A0}".utf8)
    default: Array("\u{FFFD}".utf8)
    }
  }
}
