import Foundation

/// An expression made from one sentence, for a step that is still to be written.
public struct ProposedExpression: Sendable, Hashable {
  /// The expression's source, such as `the reader taps {string}`; what means something to
  /// expressions is escaped.
  public let source: String

  /// The names of its parameters' types, in their order.
  public let typeNames: [String]
}

extension ParameterTypes {
  /// Makes an expression from a sentence: numbers, quoted texts and whatever else fits a parameter
  /// type whose `useForSnippets` is set become parameters, the rest stays as it is.
  ///
  /// Where several types fit at a place, the longest text wins, then a type of one's own over a
  /// built-in one, then the one that was defined first. Parts of words are left alone: the `2` of
  /// `mp2` is no number.
  public func proposedExpression(for sentence: String) -> ProposedExpression {
    let text = sentence.precomposedStringWithCanonicalMapping
    var candidates: [(range: Range<String.Index>, order: Int, name: String)] = []
    for (order, name) in names.enumerated() {
      guard let type = self[name], type.useForSnippets, let regex = SafeRegex(type.pattern) else {
        continue
      }
      let isBuiltIn = Self.builtIn[name] != nil
      // A regexp that takes too long proposes nothing.
      for match in (try? regex.matches(in: text)) ?? [] {
        guard let range = Range(match.range, in: text), !range.isEmpty,
          Self.standsAlone(range, in: text)
        else { continue }
        candidates.append((range, isBuiltIn ? names.count + order : order, name))
      }
    }
    candidates.sort { one, other in
      if one.range.lowerBound != other.range.lowerBound {
        return one.range.lowerBound < other.range.lowerBound
      }
      if one.range.upperBound != other.range.upperBound {
        return one.range.upperBound > other.range.upperBound
      }
      return one.order < other.order
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
    return ProposedExpression(source: source, typeNames: typeNames)
  }

  /// Whether a stretch neither begins nor ends within a word or a number.
  private static func standsAlone(_ range: Range<String.Index>, in text: String) -> Bool {
    let before = text[..<range.lowerBound]
    let after = text[range.upperBound...]
    return !joins(before.last, before.dropLast().last, to: text[range].first)
      && !joins(after.first, after.dropFirst().first, to: text[range].last)
  }

  /// Whether a stretch's outermost character and its neighbours outside belong to one word: `m` and
  /// `2` do, and `1` and `3` with a point between them.
  private static func joins(
    _ neighbour: Character?, _ farNeighbour: Character?, to end: Character?
  ) -> Bool {
    guard let neighbour, let end else { return false }
    let isSign = "-+.".contains(end)
    guard isInWord(end) || isSign else { return false }
    if isInWord(neighbour) { return true }
    guard let farNeighbour, isInWord(farNeighbour) else { return false }
    return ".,:-/".contains(neighbour) && end.isNumber
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private static func escaped(_ text: Substring) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if "\\({/".unicodeScalars.contains(scalar) { result.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
