import DisplayText
import ScenarioLanguage

extension ExpectedValue {
  /// Returns the differences between a value and the expected data, in the order of the expected
  /// data.
  ///
  /// The result is empty if the value matches.
  public func differences(from actual: Value) -> [Difference] {
    guard !matches(actual) else { return [] }
    var comparison = Comparison()
    comparison.compare(self, with: actual, at: ValuePath())
    return comparison.differences
  }
}

/// A collector of the differences between a value and the expected data.
struct Comparison {
  private(set) var differences: [Difference] = []

  /// Compares a value with the expected one and records the differences.
  mutating func compare(_ expected: ExpectedValue, with actual: Value, at path: ValuePath) {
    switch (expected.rule, actual) {
    case _ where expected.matches(actual): return
    case (_, .absent): add(.missing, expected, at: path, note: expected.noteOnAbsence)
    case (.mapping(let entries, let isExact), .mapping(let pairs)):
      compare(entries, with: pairs, isExact: isExact, of: expected, at: path)
    case (.list(let elements), .list(let values)):
      compare(elements, with: values, of: expected, at: path)
    case (.matcher(let matcher), .list(let values)):
      guard case .elementsInAnyOrder(let elements) = matcher.parts else { fallthrough }
      compareUnordered(elements, with: values, of: expected, at: path)
    default: add(.changed, expected, actual, at: path, note: expected.note(on: actual))
    }
  }

  private mutating func compare(
    _ entries: [Rule.Entry], with pairs: [Value.Pair], isExact: Bool, of expected: ExpectedValue,
    at path: ValuePath
  ) {
    let values = MappingIndex(pairs)
    let expectedKeys = Set(entries.map(\.key))
    let others = pairs.filter { $0.value != .absent && !expectedKeys.contains($0.key) }
    for entry in entries {
      if let value = values[entry.key] {
        compare(entry.value, with: value, at: path.key(entry.key))
      } else if !entry.value.matches(.absent) {
        let index = differences.count
        add(
          .missing, entry.value, at: path.key(entry.key),
          note: entry.value.noteOnAbsence
            ?? Self.note(onMissingKey: entry.key, among: others.map(\.key)))
        // Accepting the absence of a misspelled key would make the check pass forever.
        if let nearest = NearKey.find(entry.key, among: others.map(\.key)) {
          differences[index].update = ValueUpdate(
            entry.value.node,
            .impossible(
              "there is no \(Notation.quoted(entry.key)); "
                + "did you mean \(Notation.quoted(nearest))"))
        }
      }
    }
    guard isExact else { return }
    let before = differences.count
    for pair in others { add(.unexpected, expected, pair.value, at: path.key(pair.key)) }
    if !others.isEmpty { differences[before].update = .adding(others, to: expected) }
  }

  private mutating func compare(
    _ elements: [ExpectedValue], with values: [Value], of expected: ExpectedValue,
    at path: ValuePath
  ) {
    var note = Self.note(onCount: elements.count, but: values.count)
    let steps = ListAlignment.steps(from: elements, to: values)
    var changed: Int?
    for step in steps {
      if !step.isPair { changed = changed ?? differences.count }
      switch step {
      case .moved(let index, let position):
        add(.moved, elements[index], at: path.index(index), movedTo: position)
      case .pair(let index, let position):
        let before = differences.count
        compare(elements[index], with: values[position], at: path.index(index))
        if index != position, differences.count > before {
          let pair: Message = "compared with actual element [\(position)]"
          differences[before].explanation =
            differences[before].explanation.map { "\($0); \(pair)" } ?? pair
        }
      case .missing(let index):
        add(.missing, elements[index], at: path.index(index), note: note.take(), isElement: true)
      case .unexpected(let positions):
        unexpected(positions, in: values, of: expected, at: path, note: note.take())
      }
    }
    guard let changed else { return }
    differences[changed].update = .changing(
      expected, ValueUpdate.Elements(steps, values), of: elements, to: values)
  }

  private mutating func compareUnordered(
    _ elements: [ExpectedValue], with values: [Value], of expected: ExpectedValue,
    at path: ValuePath
  ) {
    let pairing = UnorderedPairing(elements, values)
    var note = Self.note(onCount: elements.count, but: values.count)
    var leftOver = pairing.leftOver
    var change = ValueUpdate.Elements()
    var changed: Int?
    for index in elements.indices where pairing.partners[index] == nil {
      // A value that matches in part is probably the intended one.
      if let nearest = elements[index].nearest(among: leftOver.prefix(50).map { values[$0] }) {
        let position = leftOver.remove(at: nearest)
        compare(elements[index], with: values[position], at: path.index(position))
      } else {
        change.removed.insert(index)
        changed = changed ?? differences.count
        add(.missing, elements[index], at: path.index(index), note: note.take(), isElement: true)
      }
    }
    if !leftOver.isEmpty { changed = changed ?? differences.count }
    // Inserted elements take the positions of removed ones, as far as there are any.
    for (position, index) in zip(leftOver, change.removed.sorted()) {
      change.inserted.append(.init(index: index, element: .value(CodableValue(values[position]))))
    }
    change.inserted += leftOver.dropFirst(change.removed.count).map {
      .init(index: elements.count, element: .value(CodableValue(values[$0])))
    }
    for position in leftOver {
      unexpected(position..<position + 1, in: values, of: expected, at: path, note: note.take())
    }
    guard let changed else { return }
    differences[changed].update = .changing(expected, change, of: elements, to: values)
  }

  /// Returns the note on a missing key: the nearest key, or else all other keys.
  private static func note(onMissingKey key: String, among others: [String]) -> Message? {
    if let nearest = NearestText.suggestions(for: key, among: others, limit: 1).first {
      return "there is \(quoted: nearest)"
    }
    guard !others.isEmpty else { return nil }
    let names = others.prefix(8).map { Notation.text($0, in: .flow) }.joined(separator: ", ")
    guard others.count > 1 else { return "there is also: \(names)" }
    return "there are also: \(names + (others.count > 8 ? ", …" : ""))"
  }

  /// Returns the note on lists of different lengths.
  private static func note(onCount expected: Int, but actual: Int) -> Message? {
    switch (expected, actual) {
    case (actual, _): nil
    case (1, _): "1 element was expected, but there are \(actual)"
    case (_, 1): "\(expected) elements were expected, but there is 1"
    default: "\(expected) elements were expected, but there are \(actual)"
    }
  }

  /// Records a difference; that of an element of a list has no update, because the list has it.
  private mutating func add(
    _ kind: Difference.Kind, _ expected: ExpectedValue, _ actual: Value? = nil,
    at path: ValuePath, note: Message? = nil, movedTo: Int? = nil, isElement: Bool = false
  ) {
    var difference = Difference(
      kind, path: path, expected: kind == .unexpected ? nil : expected.node.shown, actual: actual,
      range: expected.node.range, movedTo: movedTo)
    difference.explanation = note
    if kind == .changed || kind == .missing, !isElement {
      difference.update = .replacing(expected, with: actual ?? .absent)
    }
    differences.append(difference)
  }

  /// Records unexpected elements: up to three one by one, more of them together.
  private mutating func unexpected(
    _ positions: Range<Int>, in values: [Value], of expected: ExpectedValue, at path: ValuePath,
    note: Message?
  ) {
    guard positions.count > 3 else {
      var note = note
      for position in positions {
        add(.unexpected, expected, values[position], at: path.index(position), note: note.take())
      }
      return
    }
    add(
      .unexpected, expected, .list(Array(values[positions])), at: path.indices(positions),
      note: note)
  }
}
