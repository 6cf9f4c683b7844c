import ScenarioKit

extension VocabularyGuide {
  /// A sentence of the guide, for those who look for one.
  package struct Entry: Sendable {
    package let module: String
    /// The keys under which steps with it stand, such as `given`.
    package let key: String
    package let sentence: String
    /// What its data can be, one line for each key.
    package let data: [String]
    /// The keys of the value that it compares.
    package let shows: [String]
    /// A use in a story, in one line.
    package let example: String?
  }

  /// Returns the sentences of a module that have the most of some words, in lower case, the best
  /// first; without words, all of them.
  package func entries(with words: [String], module: String? = nil) -> [Entry] {
    // Short words, such as "a", are in many sentences.
    let words = words.contains { $0.count > 2 } ? words.filter { $0.count > 2 } : words
    let all = modules.filter { module == nil || module == $0.name }.flatMap { module in
      module.sections.flatMap { section in
        section.sentences.map { entry(of: $0, key: section.heading, in: module.name) }
      }
    }
    let ranked = all.enumerated().map { index, entry in
      let text = ([entry.sentence, entry.module, entry.example ?? ""] + entry.data + entry.shows)
        .joined(separator: "\n").lowercased()
      return (entry: entry, hits: words.count(where: text.contains), index: index)
    }
    let best = ranked.map(\.hits).max() ?? 0
    return ranked.filter { words.isEmpty || $0.hits > 0 && 2 * $0.hits >= best }
      .sorted { ($1.hits, $0.index) < ($0.hits, $1.index) }.map(\.entry)
  }

  private func entry(of sentence: Sentence, key: String, in module: String) -> Entry {
    var shows: [String] = []
    if case .mapping(let fields, _)? = sentence.step.shown { shows = fields.map(\.name) }
    return Entry(
      module: module, key: key, sentence: sentence.words.readable(in: language),
      data: sentence.data.map { line in
        (line.key.map { "\($0): " } ?? "") + line.kind
          + (line.key != nil && line.isRequired ? ", " + said("required") : "")
      },
      shows: shows, example: sentence.example.map(\.notation))
  }
}
