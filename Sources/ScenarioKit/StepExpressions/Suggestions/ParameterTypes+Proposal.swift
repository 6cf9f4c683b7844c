import Foundation

extension ParameterTypes {
  /// Derives an expression from a sentence, for a step definition that does not exist yet.
  ///
  /// Its source is such as `the reader taps {string}`, with special characters escaped. The names
  /// are those of the types of its parameters, in order.
  ///
  /// Numbers, quoted texts and other texts that match a parameter type with `useForSnippets` become
  /// parameters. The rest of the sentence stays as it is.
  ///
  /// If several types match at one position, the longest text wins, then a custom type over a
  /// built-in one, then the type that was defined first. Parts of words are ignored: the `2` of
  /// `mp2` is not a number.
  package func proposedExpression(
    for sentence: String
  ) -> (source: String, typeNames: [String]) {
    let text = sentence.precomposedStringWithCanonicalMapping
    var candidates: [(range: Range<String.Index>, order: Int, name: String)] = []
    for (order, name) in names.enumerated() {
      guard let type = self[name], type.useForSnippets, let regex = SafeRegex(type.pattern) else {
        continue
      }
      let isBuiltIn = Self.builtIn[name] != nil
      for range in regex.ranges(in: text) where Self.standsAlone(range, in: text) {
        candidates.append((range, isBuiltIn ? names.count + order : order, name))
      }
    }
    candidates.sort { one, other in
      // The longer one of two that begin at one place comes first.
      (one.range.lowerBound, other.range.upperBound, one.order)
        < (other.range.lowerBound, one.range.upperBound, other.order)
    }

    var source = ""
    var typeNames: [String] = []
    var end = text.startIndex
    for candidate in candidates where candidate.range.lowerBound >= end {
      source += Self.escaped(text[end..<candidate.range.lowerBound]) + "{\(candidate.name)}"
      typeNames.append(candidate.name)
      end = candidate.range.upperBound
    }
    source += Self.escaped(text[end...])
    return (source, typeNames)
  }

  /// Returns whether a range neither begins nor ends within a word or a number.
  private static func standsAlone(_ range: Range<String.Index>, in text: String) -> Bool {
    let before = text[..<range.lowerBound]
    let after = text[range.upperBound...]
    return !joins(before.last, before.dropLast().last, to: text[range].first)
      && !joins(after.first, after.dropFirst().first, to: text[range].last)
  }

  /// Returns whether the outermost character of a range and its neighbours outside form one word.
  ///
  /// For example, `m` and `2` do, and so do `1` and `3` with a point between them, and an
  /// apostrophe and the letter before it.
  private static func joins(
    _ neighbour: Character?, _ farNeighbour: Character?, to end: Character?
  ) -> Bool {
    guard let neighbour, let end else { return false }
    guard isInWord(end) || "-+.'".contains(end) else { return false }
    if isInWord(neighbour) { return true }
    guard let farNeighbour, isInWord(farNeighbour) else { return false }
    return ".,:-/".contains(neighbour) && end.isNumber
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func escaped(_ text: Substring) -> String {
    // Each scalar, because a combining mark may follow.
    String(text).replacing(/[\\({\/]/.matchingSemantics(.unicodeScalar)) { "\\\($0.output)" }
  }
}
