extension TextCheck {
  /// A blank that looks like one, but means nothing to YAML.
  struct OddBlank: Hashable {
    var range: Range<Int>
    var code: String
  }

  /// The blanks from other programs, such as the non-breaking one of a word processor, that stand
  /// where a file needs an ordinary one: in front of a line, or behind a colon or a dash there.
  ///
  /// Elsewhere they may well belong to a text. One for each line is enough to tell.
  static func oddBlanks(in source: SourceFile) -> [OddBlank] {
    guard source.bytes.contains(where: { oddLeads.contains($0) }) else { return [] }
    return (1...source.lineStarts.count).compactMap { line in
      source.lineBytes(line).flatMap(oddBlank)
    }
  }

  private static let oddLeads: Set<UInt8> = [0xC2, 0xE2, 0xE3]

  private static let codes: [(bytes: [UInt8], code: String)] = [
    ([0xC2, 0xA0], "U+00A0"), ([0xE2, 0x80, 0x82], "U+2002"), ([0xE2, 0x80, 0x83], "U+2003"),
    ([0xE2, 0x80, 0x87], "U+2007"), ([0xE2, 0x80, 0x89], "U+2009"),
    ([0xE2, 0x80, 0xAF], "U+202F"), ([0xE3, 0x80, 0x80], "U+3000"),
  ]

  private static func oddBlank(in line: ArraySlice<UInt8>) -> OddBlank? {
    let lead = line.prefix { $0.isBlankOrTab || $0 == .ascii("-") }
    if let blank = oddBlank(at: lead.endIndex, in: line) { return blank }
    guard let colon = line.firstIndex(of: .ascii(":")),
      !line[..<colon].contains(where: { $0 == .ascii("\"") || $0 == .ascii("'") })
    else { return nil }
    return oddBlank(at: colon + 1, in: line)
  }

  private static func oddBlank(at index: Int, in line: ArraySlice<UInt8>) -> OddBlank? {
    guard index < line.endIndex, oddLeads.contains(line[index]),
      let found = codes.first(where: { line[index...].starts(with: $0.bytes) })
    else { return nil }
    var end = index
    while line[end...].starts(with: found.bytes) { end += found.bytes.count }
    return OddBlank(range: index..<end, code: found.code)
  }
}
