import ScenarioKit
import Testing

@Suite("Outlines of observed values")
struct ValueOutlineTests {
  @Test func `a short value is one line`() {
    #expect(
      Value.mapping([.init("state", "info"), .init("items", [1, 2])]).outline == [
        "{ state: info, items: [1, 2] }"
      ])
  }

  @Test func `a long value has a line for each key, and at most six for one key`() {
    let texts = (1...9).map { Value.text("a rather long item of the list, number \($0)") }
    let value = Value.mapping([
      .init("state", "loading"), .init("items", .list(texts)), .init("alert", "No connection"),
    ])
    #expect(
      value.outline == [
        "state: loading", "items:", "  - a rather long item of the list, number 1",
        "  - a rather long item of the list, number 2",
        "  - a rather long item of the list, number 3",
        "  - a rather long item of the list, number 4",
        "  - a rather long item of the list, number 5", "  … and 4 more lines",
        "alert: No connection",
      ])
  }

  @Test func `a long list shows twenty elements and the number of the others`() {
    let value = Value.list((1...100).map { .text("element \($0)") })
    #expect(value.outline == (1...20).map { "- element \($0)" } + ["… and 80 more"])
  }

  @Test func `a long text is cut`() {
    let outline = Value.text(String(repeating: "word ", count: 1_000)).outline
    #expect(outline.map { $0.count < 200 && $0.hasSuffix("…") } == [true])
  }
}
