import ScenarioKit
import Testing

@testable import ScenarioAuthoring

@Suite("Shapes of values")
struct ShapeTests {
  @Test(arguments: [
    Value.text("loading"), .text("absent"), .text(""), .bool(true), .list([]), .absent,
  ]) func `a word, a truth value, null and what is empty are their own shapes`(value: Value) {
    #expect(value.shape == .value(value))
    #expect(value.shape.pattern == value.flowDescription)
  }

  @Test(arguments: [
    (Value.text("Loading failed"), Value.Shape.text, "!any"), (.text("Dune"), .text, "!any"),
    (.integer(7), .number, "!any"), (.list([.integer(1)]), .list, "!not []"),
  ]) func `a shape has only the kinds of other texts and numbers`(
    value: Value, shape: Value.Shape, pattern: String
  ) {
    #expect(value.shape == shape)
    #expect(value.shape.pattern == pattern)
  }

  @Test func `the shape of a mapping has those of its values`() {
    let value = Value.mapping([.init("state", .text("sold")), .init("price", .number(1.5))])
    #expect(
      value.shape == .mapping(keys: ["state", "price"], [.value(.text("sold")), .number]))
  }
}
