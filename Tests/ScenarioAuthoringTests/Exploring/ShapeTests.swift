import ScenarioKit
import Testing

@testable import ScenarioAuthoring

@Suite("Shapes of values")
struct ShapeTests {
  @Test(arguments: [
    (Value.text("loading"), "loading"), (.text("Loading failed"), "<text>"),
    (.text(""), "\"\""),
    (.text("Dune"), "<text>"), (.text("absent"), "absent"), (.bool(true), "true"),
    (.integer(7), "<number>"),
    (.list([]), "[]"), (.list([.integer(1)]), "[…]"), (.absent, "<null>"),
    (
      .mapping([.init("state", .text("sold")), .init("price", .number(1.5))]),
      "{state: sold, price: <number>}"
    ),
  ]) func `a shape has words of states, and only the kinds of texts and numbers`(
    value: Value, shape: String
  ) {
    #expect(value.shape == shape)
  }
}
