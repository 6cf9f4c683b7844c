/// What is looked at before a text is read as YAML: its size, its encoding and its characters.
struct TextCheck {
  /// The text, with a replacement of the same length for each character that libyaml would refuse.
  private(set) var bytes: [UInt8]

  /// What was found, in the order of the text.
  private(set) var found: MistakeList

  /// The lines on which something was replaced.
  private(set) var damagedLines = LineSet()

  /// Whether the text can't be read at all.
  private(set) var isUnreadable = false

  /// How many places with a wrong byte or character make a file one that isn't text.
  private static let placesInText = 1_000

  /// Looks at the text of a file.
  init(_ source: SourceFile) {
    bytes = source.bytes
    found = MistakeList(for: source, rule: .yamlSyntax)
    if source.bytes.count > Limits.fileSize {
      let limit = Limits.text(Limits.fileSize / 1_048_576)
      refuse(
        source, "this file is too big: \(limit) MiB is the limit", "Tell it in several files.")
    } else if let encoding = Self.otherEncoding(of: source.bytes) {
      refuse(
        source, "this file is saved as \(encoding), but a story is saved as UTF-8",
        "Save it again with the encoding UTF-8.")
    } else {
      checkCharacters(of: source)
    }
  }

  private mutating func refuse(_ source: SourceFile, _ message: String, _ remedy: String) {
    let start = SourceRange(start: .start, end: .start)
    found.add(
      Mistake(
        message, at: Place(path: source.path, range: start, lineText: ""), rule: .unreadableFile,
        remedies: [remedy]))
    isUnreadable = true
  }

  /// The encoding that a text seems to be in instead of UTF-8; `nil` where it doesn't look like
  /// another.
  private static func otherEncoding(of bytes: [UInt8]) -> String? {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "UTF-32"
    }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // Without a mark, the NUL in each of the first letters gives it away: no story begins like
    // that.
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
    // Nothing can be wrong with a text of ordinary ASCII, which most are.
    guard !Self.isOrdinary(bytes) else { return }
    let (invalid, controls) = Self.wrongPlaces(in: bytes)
    isUnreadable = invalid.count + controls.count > Self.placesInText
    // A file in another encoding has such bytes all over, so the first of them stands for all.
    if let first = invalid.first {
      let byte = String(source.bytes[first.lowerBound], radix: 16, uppercase: true)
      let others = isUnreadable ? "many" : String(invalid.count - 1)
      found.report(
        "the byte \(byte) is not UTF-8"
          + (invalid.count > 1 ? ", and neither are \(others) other places" : ""),
        at: source.range(first), remedies: ["Save the file again with the encoding UTF-8."])
    }
    var lineOfLast = 0
    for (range, scalar) in isUnreadable ? controls.prefix(1) : controls[...] {
      let line = source.lineIndex(at: range.lowerBound) + 1
      if line != lineOfLast { reportControl(scalar, at: source.range(range)) }
      lineOfLast = line
    }
    for blank in isUnreadable ? [] : Self.oddBlanks(in: source) {
      found.report(
        "there is a blank here from another program, \(blank.code), which means nothing to YAML",
        at: source.range(blank.range), remedies: ["Write an ordinary blank instead."])
      bytes.replaceSubrange(
        blank.range, with: repeatElement(.blank, count: blank.range.count))
      damagedLines.insert(source.lineIndex(at: blank.range.lowerBound) + 1)
    }
    for range in invalid + controls.map(\.0) {
      bytes.replaceSubrange(range, with: Self.replacement(length: range.count))
      damagedLines.insert(source.lineIndex(at: range.lowerBound) + 1)
    }
  }

  /// Whether a text is nothing but visible ASCII and white space.
  private static func isOrdinary(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // Going on to the end takes less than looking whether to stop: this way the compiler takes
      // many bytes at once.
      var odd: UInt8 = 0
      for byte in bytes {
        let isUnseen: UInt8 = byte &- .blank < 0x7F - .blank ? 0 : 1
        let isNoTab: UInt8 = byte == .tab ? 0 : 1
        let isNoBreak: UInt8 = (byte == .lineFeed ? 0 : 1) & (byte == .carriageReturn ? 0 : 1)
        odd |= isUnseen & isNoTab & isNoBreak
      }
      return odd == 0
    }
  }

  /// The stretches that are no UTF-8, and the characters that can't stand in YAML, until there are
  /// too many.
  private static func wrongPlaces(
    in bytes: [UInt8]
  ) -> (invalid: [Range<Int>], controls: [(Range<Int>, Unicode.Scalar)]) {
    var invalid: [Range<Int>] = []
    var controls: [(Range<Int>, Unicode.Scalar)] = []
    bytes.withUnsafeBufferPointer { bytes in
      var iterator = bytes.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      var offset = 0
      while invalid.count + controls.count <= placesInText {
        switch parser.parseScalar(from: &iterator) {
        case .emptyInput: return
        case .error(let length):
          invalid.append(offset..<offset + length)
          offset += length
        case .valid(let encoded):
          let scalar = Unicode.UTF8.decode(encoded)
          if !isAllowed(scalar) { controls.append((offset..<offset + encoded.count, scalar)) }
          offset += encoded.count
        }
      }
    }
    return (invalid, controls)
  }

  private mutating func reportControl(_ scalar: Unicode.Scalar, at range: SourceRange) {
    let code = String(scalar.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
    found.report(
      "there is a character here that can't be seen and isn't allowed, U+\(padded)", at: range,
      remedies: ["Delete it."])
  }

  /// Whether libyaml takes a character; it refuses the text as a whole for the sake of one that it
  /// doesn't take.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x1_0000...: true
    default: false
    }
  }

  /// A character that takes as many bytes in UTF-8, so that every place in the text stays what it
  /// is.
  private static func replacement(length: Int) -> [UInt8] {
    switch length {
    case 1: [.blank]
    case 2: Array("\u{A0}".utf8)
    default: Array("\u{FFFD}".utf8)
    }
  }
}
