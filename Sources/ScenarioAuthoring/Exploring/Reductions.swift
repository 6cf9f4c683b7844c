import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// The parts that an answer in JSON can lack.
enum Reductions {
  /// Returns data in a notation with one part less each, and what they lack in words: without a key,
  /// or with an empty list.
  static func of(_ notation: String) -> [(words: String, notation: String)] {
    SourceFile(path: "", text: notation).documents?.first.map { of($0, in: $0) } ?? []
  }

  private static func of(_ part: Node, in all: Node) -> [(words: String, notation: String)] {
    if let entries = part.entries {
      return entries.flatMap { entry in
        let rest = all.without(partAt: entry.value.range) ?? all
        let words = "without \"\(entry.key.text ?? "")\""
        return [(words: words, notation: rest.notation)] + of(entry.value, in: all)
      }
    }
    guard let first = part.items?.first else { return [] }
    let empty = all.with(Node(.sequence([]), range: part.range), inPlaceOf: part.range)
    return [(words: "with an empty list", notation: empty.notation)] + of(first, in: all)
  }
}
