import DisplayText

/// Checks the size, the encoding and the characters of a text before it is read as YAML.
struct TextCheck {
  /// The diagnostics; libyaml can read the text only if there are none.
  private(set) var found: DiagnosticList

  /// The number of invalid bytes and characters above which a file isn't considered text.
  private static let locationsInText = 1_000

  /// Checks the text of a file.
  init(_ source: SourceFile) {
    found = DiagnosticList(for: source, rule: .yamlSyntax)
    if source.bytes.count > Limits.fileSize {
      let limit = Limits.text(Limits.fileSize / 1_048_576)
      refuse(
        source, "this file is too large: \(limit) MiB is the limit", "Split it into several files.")
    } else if let encoding = Self.otherEncoding(of: source.bytes) {
      refuse(
        source, "this file is saved as \(encoding), but a story has to be UTF-8",
        "Save it again with the encoding UTF-8.")
    } else if !Self.isOrdinary(source.bytes) {
      checkCharacters(of: source)
    }
  }

  private mutating func refuse(_ source: SourceFile, _ message: Message, _ hint: Message) {
    found.add(
      Diagnostic(message, at: .wholeFile(source.path), rule: .unreadableFile, hints: [hint]))
  }

  /// Returns the encoding that a text probably has instead of UTF-8.
  private static func otherEncoding(of bytes: [UInt8]) -> String? {
    let marks: KeyValuePairs<[UInt8], String> = [
      [0xFF, 0xFE, 0, 0]: "UTF-32", [0, 0, 0xFE, 0xFF]: "UTF-32", [0xFF, 0xFE]: "UTF-16",
      [0xFE, 0xFF]: "UTF-16",
    ]
    if let mark = marks.first(where: { bytes.starts(with: $0.key) }) { return mark.value }
    // Without a byte order mark, the position of the NULs among the first bytes identifies the
    // encoding; no valid story begins that way.
    return switch bytes.prefix(4).map({ $0 == 0 }) {
    case [true, false, true, false], [false, true, false, true]: "UTF-16"
    case [true, true, true, false], [false, true, true, true]: "UTF-32"
    default: nil
    }
  }

  /// Returns whether a text consists of visible ASCII and whitespace only, as most texts do.
  private static func isOrdinary(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      // Checking all bytes without an early exit is faster, because the compiler vectorises the
      // loop.
      var odd: UInt8 = 0
      for byte in bytes {
        let isUnseen: UInt8 = byte &- .space < 0x7F - .space ? 0 : 1
        let isNoTab: UInt8 = byte == .tab ? 0 : 1
        let isNoBreak: UInt8 = (byte == .lineFeed ? 0 : 1) & (byte == .carriageReturn ? 0 : 1)
        odd |= isUnseen & isNoTab & isNoBreak
      }
      return odd == 0
    }
  }

  private mutating func checkCharacters(of source: SourceFile) {
    let (invalid, controls) = Self.wrongLocations(in: source.bytes)
    let isText = invalid.count + controls.count <= Self.locationsInText
    // A file in another encoding has invalid bytes everywhere, so only the first is reported.
    if let first = invalid.first {
      let byte = String(source.bytes[first.lowerBound], radix: 16, uppercase: true)
      let others: Message = isText ? "\(invalid.count - 1)" : "many"
      found.report(
        "the byte \(byte) is not UTF-8"
          + (invalid.count > 1 ? ", and neither are \(others) other places" : ""),
        at: source.range(first), hints: ["Save the file again with the encoding UTF-8."])
    }
    var lineOfLast = 0
    for (range, scalar) in isText ? controls[...] : controls.prefix(1) {
      let line = source.lineIndex(at: range.lowerBound) + 1
      if line != lineOfLast { reportControl(scalar, at: source.range(range)) }
      lineOfLast = line
    }
    for (range, code) in isText ? Self.oddSpaces(in: source) : [] {
      found.report(
        "this is a special space character, \(code), which YAML doesn't accept as a space",
        at: source.range(range), hints: ["Type an ordinary space instead."])
    }
  }

  private mutating func reportControl(_ scalar: Unicode.Scalar, at range: SourceRange) {
    let code = String(scalar.value, radix: 16, uppercase: true).withZeros(to: 4)
    found.report(
      "this invisible character isn't allowed: U+\(code)", at: range, hints: ["Delete it."])
  }

  // MARK: - Characters that libyaml refuses

  /// Returns the ranges that are not UTF-8 and the characters that YAML doesn't allow, up to a
  /// limit.
  private static func wrongLocations(
    in bytes: [UInt8]
  ) -> (invalid: [Range<Int>], controls: [(Range<Int>, Unicode.Scalar)]) {
    // Nearly all texts have neither, and this finds it out quickly in a debug build, too.
    let text = String(validating: bytes, as: UTF8.self)
    if text?.unicodeScalars.allSatisfy(isAllowed) == true { return ([], []) }
    var (invalid, controls): ([Range<Int>], [(Range<Int>, Unicode.Scalar)]) = ([], [])
    bytes.withUnsafeBufferPointer { bytes in
      var (iterator, parser, offset) = (bytes.makeIterator(), Unicode.UTF8.ForwardParser(), 0)
      while invalid.count + controls.count <= locationsInText {
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

  /// Returns whether libyaml accepts a character; it rejects a text with any other.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFFFD, 0x1_0000...: true
    default: false
    }
  }

  // MARK: - Spaces that YAML treats as letters

  private static let oddLeads: Set<UInt8> = [0xC2, 0xE2, 0xE3]

  private static let codes: [(bytes: [UInt8], code: String)] = [
    ([0xC2, 0xA0], "U+00A0"), ([0xE2, 0x80, 0x82], "U+2002"), ([0xE2, 0x80, 0x83], "U+2003"),
    ([0xE2, 0x80, 0x87], "U+2007"), ([0xE2, 0x80, 0x89], "U+2009"),
    ([0xE2, 0x80, 0xAF], "U+202F"), ([0xE3, 0x80, 0x80], "U+3000"),
  ]

  /// Returns non-ASCII spaces, such as a word processor's non-breaking space, where YAML needs an
  /// ASCII space.
  ///
  /// These places are the indentation and the text after a colon or a dash; elsewhere such spaces
  /// may belong to a text. Returns at most one per line.
  private static func oddSpaces(in source: SourceFile) -> [(range: Range<Int>, code: String)] {
    guard source.bytes.contains(where: { oddLeads.contains($0) }) else { return [] }
    return (1...source.lineStarts.count).compactMap { line in
      source.lineBytes(line).flatMap(oddSpace)
    }
  }

  private static func oddSpace(in line: ArraySlice<UInt8>) -> (range: Range<Int>, code: String)? {
    let lead = line.prefix { $0.isSpaceOrTab || $0 == .ascii("-") }
    if let space = oddSpace(at: lead.endIndex, in: line) { return space }
    guard let colon = line.firstIndex(of: .ascii(":")),
      !line[..<colon].contains(where: { $0 == .ascii("\"") || $0 == .ascii("'") })
    else { return nil }
    return oddSpace(at: colon + 1, in: line)
  }

  private static func oddSpace(
    at index: Int, in line: ArraySlice<UInt8>
  ) -> (range: Range<Int>, code: String)? {
    guard index < line.endIndex, oddLeads.contains(line[index]),
      let found = codes.first(where: { line[index...].starts(with: $0.bytes) })
    else { return nil }
    var end = index
    while line[end...].starts(with: found.bytes) { end += found.bytes.count }
    return (index..<end, found.code)
  }
}
