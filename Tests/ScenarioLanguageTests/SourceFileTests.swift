import Foundation
import Testing

@testable import ScenarioLanguage

@Suite("Source files")
struct SourceFileTests {
  @Test(arguments: [
    ("", [0]), ("a", [0]), ("a\n", [0, 2]), ("a\r\nb", [0, 3]), ("a\rb", [0, 2]),
    ("\n\n", [0, 1, 2]),
  ])
  func `a source file finds where its lines begin`(text: String, starts: [Int]) {
    #expect(SourceFile(path: "a", text: text).lineStarts == starts)
  }

  @Test func `line texts exclude line breaks and the byte order mark`() {
    let source = SourceFile(path: "a", text: "\u{FEFF}first\r\nsecond\n\nlast")
    #expect((0...5).map(source.lineText) == ["", "first", "second", "", "last", ""])
  }

  @Test func `a location has the language of the story around it`() {
    let parts = ["story: A\nb: 1\n", "---\nистория: A\n", "---\nlanguage: de\n", "---\nb: 1\n"]
    let source = SourceFile(path: "a", text: parts.joined())
    var start = 0
    for (part, code) in zip(parts, [nil, "ru", "de", nil]) {
      for offset in [start, start + part.utf8.count - 1] {
        #expect(source.location(of: source.range(offset..<offset)).language == code)
      }
      start += part.utf8.count
    }
  }

  @Test func `the time for the languages of all lines grows with the text, not with its square`() {
    func time(lines: Int) -> Double {
      let text = (0..<lines).map { "key \($0): 1\n" }.joined()
      let source = SourceFile(path: "a", text: text)
      let start = Self.seconds
      for offset in source.lineStarts {
        #expect(source.location(of: source.range(offset..<offset)).language == nil)
      }
      return Self.seconds - start
    }
    func least(lines: Int) -> Double { (0..<3).map { _ in time(lines: lines) }.min() ?? 0 }
    // Eight times the text takes eight times as long, and 64 times if its square counts.
    #expect(least(lines: 2_400) < 24 * least(lines: 300))
  }

  /// The processor time of this thread.
  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func `source columns are counted in Unicode scalars`() {
    let source = SourceFile(path: "a", text: "\u{FEFF}ключ: 👍🏽x\nb")
    #expect(
      [3, 13, 21, 99].map { source.position(atOffset: $0) } == [
        Position(line: 1, column: 1, offset: 3), Position(line: 1, column: 7, offset: 13),
        Position(line: 1, column: 9, offset: 21), Position(line: 2, column: 2, offset: 24),
      ])
  }

  @Test(arguments: [
    "\u{FEFF}first\r\nsecond\n\nlast", "\u{FEFF}", "", "a", "a\n", "\r\rb\r\n", "é\n\u{FEFF}ü",
  ])
  func `a source location contains the text of its line`(text: String) {
    let source = SourceFile(path: "a", text: text)
    for line in 1...source.lineStarts.count {
      guard let bytes = source.lineBytes(line) else {
        Issue.record("line \(line) is missing")
        continue
      }
      let range = source.range(bytes.startIndex..<bytes.endIndex)
      let location = source.location(of: range)
      #expect(location.lineText == source.lineText(line))
      let end = SourceRange(start: range.end, end: range.end)
      #expect(source.location(of: end).lineText == source.lineText(line))
    }
  }
}
