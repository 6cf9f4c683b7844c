import Testing

@testable import ScenarioLanguage

@Suite("YAML reading")
struct YAMLReaderTests {
  private func read(_ text: String) -> YAMLReader {
    YAMLReader(reading: SourceFile(path: "a.yaml", text: text))
  }

  /// Returns a node in one line, with quoted texts in angle brackets and a range after each value.
  private func show(_ node: Node) -> String {
    let tag = node.tag.map { "\($0) " } ?? ""
    let content: String =
      switch node.content {
      case .scalar(let text, .plain): text
      case .scalar(let text, _): "<\(text)>"
      case .sequence(let items): "[\(items.map(show).joined(separator: ", "))]"
      case .mapping(let entries):
        "{\(entries.map { "\(show($0.key)): \(show($0.value))" }.joined(separator: ", "))}"
      }
    return "\(tag)\(content)@\(node.range.shown)"
  }

  @Test(arguments: [
    ("a", "a@1:1-1:2"),
    ("  'a b'  # c", "<a b>@1:3-1:8"),
    ("a:\n  b: c\n\n# end\n", "{a@1:1-1:2: {b@2:3-2:4: c@2:6-2:7}@2:3-2:7}@1:1-2:7"),
    ("- a\n-  b\n\n", "[a@1:3-1:4, b@2:4-2:5]@1:1-2:5"),
    ("a:\n- b\nc: d", "{a@1:1-1:2: [b@2:3-2:4]@2:1-2:4, c@3:1-3:2: d@3:4-3:5}@1:1-3:5"),
    ("a: [b , c ]  ", "{a@1:1-1:2: [b@1:5-1:6, c@1:9-1:10]@1:4-1:12}@1:1-1:12"),
    ("{a: {b: c} }", "{a@1:2-1:3: {b@1:6-1:7: c@1:9-1:10}@1:5-1:11}@1:1-1:13"),
    ("[a: b]", "[{a@1:2-1:3: b@1:5-1:6}@1:2-1:6]@1:1-1:7"),
    ("a:\nb: c", "{a@1:1-1:2: @1:3-1:3, b@2:1-2:2: c@2:4-2:5}@1:1-2:5"),
    ("a: |\n  x\n  y\n\n\nb: c", "{a@1:1-1:2: <x\ny\n>@1:4-3:4, b@6:1-6:2: c@6:4-6:5}@1:1-6:5"),
    ("a: |-\n  x\n", "{a@1:1-1:2: <x>@1:4-2:4}@1:1-2:4"),
    ("a: >\n  x\n  y", "{a@1:1-1:2: <x y>@1:4-3:4}@1:1-3:4"),
    ("a: |\n", "{a@1:1-1:2: <>@1:4-1:5}@1:1-1:5"),
    ("a: b\n  c", "{a@1:1-1:2: b c@1:4-2:4}@1:1-2:4"),
    ("a: !contains b", "{a@1:1-1:2: !contains b@1:4-1:15}@1:1-1:15"),
    ("[!a b, !c ]", "[!a b@1:2-1:6, !c @1:8-1:10]@1:1-1:12"),
    ("a: !exactly { b: c }", "{a@1:1-1:2: !exactly {b@1:15-1:16: c@1:18-1:19}@1:4-1:21}@1:1-1:21"),
    ("a: !!str b", "{a@1:1-1:2: !!str b@1:4-1:11}@1:1-1:11"),
    ("a: !<tag:x> b", "{a@1:1-1:2: !<tag:x> b@1:4-1:14}@1:1-1:14"),
    ("a: ! b", "{a@1:1-1:2: ! b@1:4-1:7}@1:1-1:7"),
    ("a: !unordered\n  - b", "{a@1:1-1:2: !unordered [b@2:5-2:6]@1:4-2:6}@1:1-2:6"),
    ("a: &x !t b", "{a@1:1-1:2: !t b@1:4-1:11}@1:1-1:11"),
    (
      "a: &x b\nc: [*x, d]",
      "{a@1:1-1:2: b@1:4-1:8, c@2:1-2:2: [b@1:4-1:8, d@2:9-2:10]@2:4-2:11}@1:1-2:11"
    ),
    ("a: &x b\nc: *x", "{a@1:1-1:2: b@1:4-1:8, c@2:1-2:2: b@1:4-1:8}@1:1-2:6"),
    ("ключ: 'да'", "{ключ@1:1-1:5: <да>@1:7-1:11}@1:1-1:11"),
    ("a: \"\\0\\u00e9\"", "{a@1:1-1:2: <\0é>@1:4-1:14}@1:1-1:14"),
    (
      "a: no\nb: 123\nc: ~",
      "{a@1:1-1:2: no@1:4-1:6, b@2:1-2:2: 123@2:4-2:7, c@3:1-3:2: ~@3:4-3:5}@1:1-3:5"
    ),
    ("a: b\r\nc: d\r\n", "{a@1:1-1:2: b@1:4-1:5, c@2:1-2:2: d@2:4-2:5}@1:1-2:5"),
    ("%YAML 1.1\n---\na: b\n...\n", "{a@3:1-3:2: b@3:4-3:5}@3:1-3:5"),
  ])
  func `YAML is read as nodes with source ranges`(text: String, shown: String) {
    let yaml = read(text)
    #expect(yaml.explainedDiagnostics == [])
    #expect(yaml.documents.map(show) == [shown])
  }

  @Test func `byte offsets are correct after characters of any length`() throws {
    let line = "- é👍𝄞ключ"
    let text = String(repeating: line + "\n", count: 200)
    let yaml = read(text)
    guard case .sequence(let items) = try #require(yaml.documents.first).content else {
      Issue.record("no list")
      return
    }
    for (index, item) in items.enumerated() {
      let start = index * (line.utf8.count + 1) + 2
      #expect(item.range.start == Position(line: index + 1, column: 3, offset: start))
      #expect(item.range.end.offset == start + line.utf8.count - 2)
      #expect(item.range.end.column == 10)
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61, 0], "this file is saved as UTF-16, but a story has to be UTF-8"),
      ([0xFE, 0xFF, 0, 0x61], "this file is saved as UTF-16, but a story has to be UTF-8"),
      ([0x61, 0, 0x62, 0], "this file is saved as UTF-16, but a story has to be UTF-8"),
      ([0, 0x61, 0, 0x62], "this file is saved as UTF-16, but a story has to be UTF-8"),
      ([0xFF, 0xFE, 0, 0, 0x61], "this file is saved as UTF-32, but a story has to be UTF-8"),
      ([0x61, 0, 0, 0], "this file is saved as UTF-32, but a story has to be UTF-8"),
      (Array("a: b\nc: ".utf8) + [0xE4, 0x0A], "the byte E4 is not UTF-8"),
      (
        [0xC3] + Array("a: b\n".utf8) + [0xE4, 0x0A, 0xFF],
        "the byte C3 is not UTF-8, and neither are 2 other places"
      ),
      (Array("a: b\0".utf8), "this invisible character isn't allowed: U+0000"),
      (Array("a: \u{1B}b\u{1B}".utf8), "this invisible character isn't allowed: U+001B"),
      (Array("a: \u{85}b\u{9F}".utf8), "this invisible character isn't allowed: U+009F"),
      (Array("a: \u{FFFF}".utf8), "this invisible character isn't allowed: U+FFFF"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 text are reported`(bytes: [UInt8], message: String) {
    let yaml = YAMLReader(reading: SourceFile(path: "a.yaml", bytes: bytes))
    #expect(yaml.explainedDiagnostics.map(\.message) == [message])
  }

  @Test(arguments: [0, 5, 11, 12, 13, 14, 40])
  func `a repeated key is reported with the line of the first`(others: Int) {
    let between = (0..<others).map { "k\($0): 1\n" }.joined()
    let yaml = read("a: 1\n" + between + "a: 2\na: 3\n")
    #expect(
      yaml.explainedDiagnostics.map(\.message)
        == Array(repeating: "the key \"a\" already exists on line 1", count: 2))
    #expect(yaml.explainedDiagnostics.map(\.start.line) == [others + 2, others + 3])
  }

  @Test func `an invalid byte is reported at its location`() throws {
    let bytes = Array("a: é\nc: é".utf8) + [0xE4] + Array(" b\nd: @e\n".utf8)
    let yaml = YAMLReader(reading: SourceFile(path: "a.yaml", bytes: bytes))
    #expect(yaml.explainedDiagnostics.map(\.location?.range.shown) == ["2:5-2:6"])
    #expect(yaml.explainedDiagnostics.map(\.location?.lineText) == ["c: é\u{FFFD} b"])
    #expect(yaml.documents == [])
  }

  @Test func `binary data is reported in one diagnostic per kind of error`() {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7 + 128) }
    let yaml = YAMLReader(reading: SourceFile(path: "a.yaml", bytes: bytes))
    #expect(
      yaml.explainedDiagnostics.map(\.message) == [
        "the byte 80 is not UTF-8, and neither are many other places",
        "this invisible character isn't allowed: U+0005",
      ])
    #expect(yaml.documents == [])
  }
}

@Suite("Limits")
struct LimitsTests {
  private func diagnostics(_ text: String) -> [String] {
    TestStories.read(text).diagnostics.map {
      "\($0.start.line):\($0.start.column) \($0.message)"
    }
  }

  private func messages(_ yaml: String) -> [String] {
    YAMLReader(reading: SourceFile(path: "a", text: yaml)).explainedDiagnostics.map(\.message)
  }

  @Test func `a file above the size limit is reported`() {
    let text = "story: " + String(repeating: "a", count: Limits.fileSize)
    #expect(diagnostics(text) == ["1:1 this file is too large: 16 MiB is the limit"])
  }

  @Test(arguments: ["[", "{a: ", "- ", "? "])
  func `nesting deeper than the limit is reported once`(opening: String) {
    let text = String(repeating: opening, count: 50_000)
    let found = diagnostics(text)
    #expect(found.count == 1)
    #expect(found[0].hasSuffix("lists and mappings may be nested 64 levels deep at most"))
  }

  @Test func `nesting up to the limit is allowed`() {
    let open = String(repeating: "[", count: 64)
    let close = String(repeating: "]", count: 64)
    #expect(messages(open + close) == [])
    #expect(messages("[\(open)\(close)]").count == 1)
  }

  @Test func `nesting built by aliases is limited`() {
    let lines = (1..<200).map { "- &a\($0) [*a\($0 - 1)]" }
    #expect(
      messages("- &a0 x\n" + lines.joined(separator: "\n")) == [
        "lists and mappings may be nested 64 levels deep at most"
      ])
  }

  @Test func `exponentially expanding aliases are limited`() {
    let nine = { (name: String) in Array(repeating: name, count: 9).joined(separator: ", ") }
    let lines = (1..<12).map { "a\($0): &a\($0) [\(nine("*a\($0 - 1)"))]" }
    let text = "a0: &a0 [\(nine("lol"))]\n" + lines.joined(separator: "\n")
    #expect(messages(text) == ["the aliases of a file may repeat 100,000 values at most"])
  }

  @Test func `the number of documents in a file is limited`() {
    let text = String(repeating: "--- a\n", count: 1_001)
    let yaml = YAMLReader(reading: SourceFile(path: "a", text: text))
    #expect(yaml.explainedDiagnostics.map(\.message) == ["a file may hold 1,000 documents at most"])
    #expect(yaml.documents == [])
  }

  @Test func `the number of diagnostics for a file is limited`() {
    let text = "story: a\n" + (0..<3_000).map { "k\($0): v\n" }.joined()
    #expect(TestStories.read(text).diagnostics.count == DiagnosticList.limit)
  }
}
