import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// What an answer in JSON can lack.
enum Reductions {
  /// Returns data in a notation with one part less each, and what they lack in words: without a key,
  /// or with an empty list.
  static func of(_ notation: String) -> [(words: String, notation: String)] {
    SourceFile(path: "", text: notation).documents?.first.map { of($0, in: $0) } ?? []
  }

  private static func of(_ part: Node, in all: Node) -> [(words: String, notation: String)] {
    if let entries = part.entries {
      return entries.flatMap { entry in
        let rest = all.with(inPlaceOf: entry.value.range) ?? all
        return [("without \"\(entry.key.text ?? "")\"", rest.notation)] + of(entry.value, in: all)
      }
    }
    guard let first = part.items?.first else { return [] }
    let empty = Node(.sequence([]), range: part.range)
    let rest = all.with(empty, inPlaceOf: part.range) ?? empty
    return [("with an empty list", rest.notation)] + of(first, in: all)
  }
}
