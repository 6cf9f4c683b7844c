import ScenarioLanguage
import ScenarioRunner

/// One place at which a story says a sentence.
struct SentenceUse {
  /// The sentence as it was written.
  var text: String

  /// The data behind it.
  var data: Node?

  /// Where it stands.
  var place: Place

  /// What it means.
  var definition: StepDefinition

  /// The marbles behind it where it is the row of a timeline.
  var marbles: String?

  /// Whether it is said in the usual words.
  var isUsual = true

  /// The use as its author would write it on one line.
  var notation: String {
    if let marbles { return "\(text): \(marbles)" }
    return data.map { "\(text): \($0.notation)" } ?? text
  }

  /// The place for people, as in `Scenarios/facts/facts.yaml:31`.
  var placeText: String { "\(place.path):\(place.range.start.line)" }
}

/// Where the stories of a package say the sentences of its modules.
///
/// A sentence that examples or phrases repeat counts once for each place at which it is written.
public struct SentenceUses: Sendable {
  private var uses: [Key: [SentenceUse]] = [:]

  private struct Key: Hashable {
    let module: String
    let expression: String
  }

  /// Uses of nothing.
  public init() {}

  /// Looks through stories; those in files with mistakes are passed over.
  public init(in files: [StoryFile], vocabularies: [Vocabulary]) {
    for file in files where file.isRunnable {
      for story in file.stories {
        guard let vocabulary = vocabularies.first(where: { $0.module == story.module.string })
        else { continue }
        var reader = UseReader(file: file, vocabulary: vocabulary)
        reader.read(story)
        for use in reader.uses {
          let key = Key(module: vocabulary.module, expression: use.definition.expression)
          uses[key, default: []].append(use)
        }
      }
    }
  }

  /// The uses of a sentence in any of its wordings, in the order of the files.
  func uses(of definition: StepDefinition, in module: String) -> [SentenceUse] {
    uses[Key(module: module, expression: definition.expression)] ?? []
  }

  /// The use that shows best how a sentence is said: the shortest, rather outside a timeline.
  func example(of definition: StepDefinition, in module: String) -> SentenceUse? {
    let all = uses(of: definition, in: module)
    let sentences = all.filter { $0.marbles == nil }
    return (sentences.isEmpty ? all : sentences).min { first, second in
      // The usual words come before those of other languages.
      first.isUsual == second.isUsual
        ? first.notation.count < second.notation.count : first.isUsual
    }
  }
}

/// Collects what a story says.
private struct UseReader {
  let file: StoryFile
  let vocabulary: Vocabulary
  private(set) var uses: [SentenceUse] = []
  private var seen: Set<SourceRange> = []

  init(file: StoryFile, vocabulary: Vocabulary) {
    self.file = file
    self.vocabulary = vocabulary
  }

  mutating func read(_ story: Story) {
    read(story.background)
    read(story.always)
    var scenarios = Array(story.scenarios.reversed())
    while let scenario = scenarios.popLast() {
      read(scenario.steps)
      scenarios += scenario.scenarios.reversed()
    }
  }

  private mutating func read(_ steps: [Step]) {
    for step in steps {
      if let timeline = step.timeline {
        for row in timeline.rows { read(row, of: timeline) }
        continue
      }
      for sentence in step.sentences where seen.insert(sentence.range).inserted {
        guard let entry = entry(of: sentence.text) else { continue }
        add(sentence, entry)
      }
    }
  }

  private mutating func read(_ row: Timeline.Row, of timeline: Timeline) {
    guard seen.insert(row.sentence.range).inserted else { return }
    let marbles = String(row.cells.map(\.character))
    if let entry = entry(of: row.sentence.text) {
      return add(row.sentence, entry, marbles: marbles)
    }
    // The value may stand in the place of the sentence's last parameter.
    for value in timeline.values {
      guard let text = value.value.text else { continue }
      let words = row.sentence.text
      if let entry = entry(of: "\(words) \"\(text)\"")
        ?? entry(of: "\(words) \(text)")
      {
        return add(row.sentence, entry, marbles: marbles)
      }
    }
  }

  private mutating func add(
    _ sentence: Sentence, _ entry: Vocabulary.Entry, marbles: String? = nil
  ) {
    uses.append(
      SentenceUse(
        text: sentence.text, data: sentence.data, place: file.source.place(of: sentence.range),
        definition: entry.definition, marbles: marbles, isUsual: entry.isUsual))
  }

  private func entry(of text: String) -> Vocabulary.Entry? {
    vocabulary.entries.first { ((try? $0.expression.match(text)) ?? nil) != nil }
  }
}
