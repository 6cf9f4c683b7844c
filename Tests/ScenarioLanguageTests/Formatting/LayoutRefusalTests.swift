import Foundation
import ScenarioLanguage
import Testing

@Suite("Stories that cannot be formatted")
struct LayoutRefusalTests {
  @Test func `a story with YAML errors is not formatted`() {
    #expect(
      formatted("a: 1\na: {\n") == """
        story.yaml:2:4: error: this "{" is not closed
          2 | a: {
            |    ^
          Write "}" where the list or mapping ends.
        """)
  }

  // libyaml treats a line separator as a line break, and the formatter cannot change the indentation
  // after it.
  @Test(arguments: ["? a key\n  of two lines\n: 1\n", "a: |\n    b\u{2028}    c\n"])
  func `a story whose meaning would change is not formatted`(story: String) {
    #expect(
      formatted(story) == """
        story.yaml:1:1: error: this file can't be formatted without changing its content
          Write keys on one line, without "?" before them.
        """)
  }

  @Test func `formatting a missing file reports an error and changes nothing`() {
    let file = FormattedStoryFile(path: "/no/such/story.yaml", shownAs: "story.yaml")
    #expect(!file.isChanged)
    #expect(
      DiagnosticFormatter().format(file.diagnostics)
        == "story.yaml:1:1: error: there is no such file")
  }

  @Test func `large and deeply nested stories are formatted`() {
    let rows = (0..<5_000).map { "  - { number: \($0),text: [a,b]} # \($0)\n" }.joined()
    let text = formatted("story: S\ndata:\n" + rows)
    #expect(text.hasSuffix("  - { number: 4999, text: [a, b] }  # 4999\n"))
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    #expect(formatted("a: \(deep)\n") == "a:\n  " + String(repeating: "- ", count: 59) + "[]\n")
  }
}
