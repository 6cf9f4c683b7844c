import ScenarioKit
import ScenarioLanguage

/// What an answer in JSON can lack.
enum Reductions {
  /// Returns data in a notation with one part less each, and what they lack in words: without a key,
  /// or with an empty list.
  static func of(_ notation: String) -> [(words: String, notation: String)] {
    SourceFile(path: "", text: notation).documents?.first.map(of) ?? []
  }

  private static func of(_ node: Node) -> [(words: String, notation: String)] {
    if let entries = node.entries.map(Array.init) {
      return entries.indices.flatMap { index in
        func notation(_ changed: String?) -> String {
          let parts = entries.enumerated().compactMap { place, entry in
            (place == index ? changed : flowNotation(of: entry.value)).map {
              "\(entry.key.notation): \($0)"
            }
          }
          return "{ \(parts.joined(separator: ", ")) }"
        }
        let key = entries[index].key.text ?? ""
        return [("without \"\(key)\"", notation(nil))]
          + of(entries[index].value).map { ($0.words, notation($0.notation)) }
      }
    }
    guard let items = node.items.map(Array.init), let first = items.first else { return [] }
    let rest = items.dropFirst().map(flowNotation)
    return [("with an empty list", "[]")]
      + of(first).map { ($0.words, "[\(([$0.notation] + rest).joined(separator: ", "))]") }
  }

  private static func flowNotation(of node: Node) -> String { ServerAnswers.Entry("", node).value }
}
