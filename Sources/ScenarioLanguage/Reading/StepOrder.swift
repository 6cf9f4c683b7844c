/// A check that the step keys of a scenario or a background are in the order in which they run.
struct StepOrder: StoryPartReader {
  let context: StoryContext

  /// Reports step keys that are in the wrong order or can't be combined.
  ///
  /// - Parameters:
  ///   - short: The keys `given`, `when`, `timeline` and `then`, as written.
  ///   - long: The key `steps`, if there is one.
  func check(_ short: [Field], long: Field?) {
    let order = Keys.shortSteps
    if let long { checkCombination(of: short, with: long) }
    for index in short.indices.dropFirst() {
      let (field, next) = (short[index - 1], short[index])
      guard let position = order.firstIndex(of: field.name), order[..<position].contains(next.name)
      else { continue }
      report(
        "\"\(next.written)\" comes after \"\(field.written)\", but happens before it",
        at: next.range,
        hints: [
          "Write "
            + (short.contains { $0.name == "timeline" }
              ? "given, when, timeline, then" : "given, when, then")
            + " in this order, or \"\(word: "steps"):\" for another."
        ])
    }
  }

  /// Reports a key of the short form beside `steps`, except for `given` before it.
  private func checkCombination(of short: [Field], with long: Field) {
    if let other = short.first(where: { $0.name != "given" }) {
      report(
        "\"\(other.written)\" and \"\(long.written)\" can't be combined",
        at: other.range.start < long.range.start ? long.range : other.range,
        hints: ["Write all steps below \"\(word: "steps"):\", such as \"- \(other.written): …\"."])
    } else if let given = short.first, long.range.start < given.range.start {
      report(
        "\"\(given.written)\" comes after \"\(long.written)\", but happens before it",
        at: given.range,
        hints: ["Write \"\(given.written)\" first, or as an item of \"\(long.written)\"."])
    }
  }
}
