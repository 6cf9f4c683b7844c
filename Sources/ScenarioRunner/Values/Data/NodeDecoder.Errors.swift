import Foundation
import ScenarioLanguage

extension NodeDecoding {
  /// Puts an error that a type has thrown itself in plain words, at the node it is about.
  func mistake<T>(from error: DecodingError, decoding type: T.Type) -> DataMistake {
    switch error {
    case .keyNotFound(let key, _):
      return keys.missing(key.stringValue, in: node)
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let steps = context.codingPath.dropFirst(codingPath.count)
      if steps.isEmpty {
        if let mistake = unknownValue(type) { return mistake }
        // The standard library's words for an enum whose mapping names no case, or several.
        if context.debugDescription.hasPrefix("Invalid number of keys found") {
          return keys.noSingleCase(in: node)
        }
      }
      return DataMistake(Self.plain(context.debugDescription), at: place(of: steps).range)
    @unknown default:
      return DataMistake(Self.words(of: error), at: node.range)
    }
  }

  /// What an error says for itself.
  static func words(of error: any Error) -> String {
    plain((error as? any LocalizedError)?.errorDescription ?? String(describing: error))
  }

  /// The mistake of a text or number that none of an enum's cases has.
  private func unknownValue<T>(_ type: T.Type) -> DataMistake? {
    guard type is any RawRepresentable.Type, let text = node.scalar?.text else { return nil }
    let message = "unknown value \(Notation.quoted(text.clipped(to: 60)))"
    guard let listed = type as? any (CaseIterable & RawRepresentable).Type else {
      return DataMistake(message, at: node.range)
    }
    let known = Self.rawValues(of: listed)
    // Among numbers none is meant rather than another.
    let nearest =
      NumberText.isNumber(text) ? [] : NearestText.suggestions(for: text, among: known, limit: 1)
    let remedies = nearest.map { "Did you mean: \($0)" }
    return DataMistake(
      message, at: node.range,
      remedies: remedies + DataMistake.list(of: known, called: "values"))
  }

  private static func rawValues<Listed: CaseIterable & RawRepresentable>(
    of type: Listed.Type
  ) -> [String] {
    type.allCases.map { String(describing: $0.rawValue) }
  }

  private func place(of steps: ArraySlice<any CodingKey>) -> Node {
    var place = node
    for step in steps {
      switch place.content {
      case .mapping:
        guard let value = place[step.stringValue] else { return place }
        place = value
      case .sequence(let elements):
        guard let index = step.intValue, elements.indices.contains(index) else { return place }
        place = elements[index]
      case .scalar:
        return place
      }
    }
    return place
  }

  /// A sentence in the form of a message: without its capital and its full stop.
  private static func plain(_ sentence: String) -> String {
    var words = sentence.trimmingCharacters(in: .whitespacesAndNewlines)
    if words.hasSuffix(".") && !words.hasSuffix("..") { words.removeLast() }
    guard let first = words.first else { return "this can't be read" }
    // An acronym or a name in camel case keeps its capital.
    if words.dropFirst().prefix(while: { $0 != " " }).allSatisfy({ !$0.isUppercase }) {
      words.replaceSubrange(...words.startIndex, with: first.lowercased())
    }
    return words
  }
}
