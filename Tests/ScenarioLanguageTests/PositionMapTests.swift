import Testing

@testable import ScenarioLanguage

@Suite("Positions from libyaml")
struct PositionMapTests {
  private static let long = String(repeating: "long ", count: 40)

  /// Checks that lines and columns from libyaml's marks equal those counted in the text.
  @Test(arguments: [
    "a: b\nc:\n  - d\n  - e f\n", "a: b\r\nc:\r\n  - d\r\n", "a: b\rc:\r  - d\r",
    "a: |\n  b\n\n\nc: d",
    "\u{FEFF}a: b\nc: d\n", "\u{FEFF}ä: b\nc: [ö, \"ü\"]\n", "ключ: значение\nдругой: { a: б }\n",
    "a: \"b\u{85}c\"\nd: e\n", "a: \"b\u{2028}c\"\nd: e\n", "ä: 'b\u{2029}\u{2029}c'\nd: e\n",
    "a: \u{1F600} b\nc: \"\u{1F600}\u{1F600}\"\n",
    "\(long): ä\n\(long)ä: { ä: \(long), b: c }\nd: e\n",
    "\"a\tb\": c\td\ne:\tf\n", "- &x { a: b }\n- *x\n", "", "\n\n# nothing\n", "a:",
    "a: b\n\u{85}\n",
  ])
  func `positions from libyaml match positions counted in the text`(text: String) throws {
    let source = SourceFile(path: "a.yaml", text: text)
    let map = PositionMap(of: source)
    try map.textWithoutMark.withUnsafeBufferPointer { buffer in
      var stream = YAMLEventStream(reading: buffer)
      repeat {
        try stream.advance()
        for mark in [stream.start, stream.end] {
          let position = map.position(at: mark)
          #expect(position == map.position(atScalar: Int(mark.index)))
          #expect(position == source.position(atOffset: position.offset))
        }
      } while stream.kind != .streamEnd
    }
  }
}
