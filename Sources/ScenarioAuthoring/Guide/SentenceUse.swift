import ScenarioKit
import ScenarioLanguage

/// A use of a sentence in a story.
struct SentenceUse {
  /// The sentence with its data, on one line.
  var notation: String

  /// The source location, as in `Scenarios/facts/facts.yaml:31`.
  var location: String

  /// Whether its data is an answer that is an error.
  var isError = false

  /// Whether the sentence is the row of a timeline.
  var isRow: Bool

  /// The wording of the step definition that it uses.
  var wording: String
}

/// The uses of sentences in stories.
///
/// A sentence that examples or phrases repeat counts once per source location.
struct SentenceUses {
  /// The uses by module and expression.
  private var uses: [String: [String: [SentenceUse]]] = [:]

  /// Collects the uses in stories; files with errors are ignored.
  init(in files: [StoryFile], vocabularies: [KnownSentences]) {
    for file in files where file.isRunnable {
      for story in file.stories {
        guard let vocabulary = vocabularies.first(where: { $0.module == story.module.string })
        else { continue }
        read(story, of: vocabulary, in: file.source)
      }
    }
  }

  /// Returns the uses of a step definition in any of its wordings, in the order of the files.
  func uses(of signature: StepSignature, in module: String) -> [SentenceUse] {
    uses[module]?[signature.expression] ?? []
  }

  private mutating func read(_ story: Story, of vocabulary: KnownSentences, in source: SourceFile) {
    var seen: Set<SourceRange> = []
    for step in story.allSteps {
      if let timeline = step.timeline {
        for row in timeline.rows where seen.insert(row.sentence.range).inserted {
          // A timeline value can supply the sentence's last parameter.
          let texts = timeline.values.compactMap(\.value.text).flatMap { ["\"\($0)\"", $0] }
          let sentences = [row.sentence.text] + texts.map { "\(row.sentence.text) \($0)" }
          guard let entry = sentences.lazy.compactMap(vocabulary.entry).first else { continue }
          add(row.sentence, meaning: entry, with: String(row.cells.map(\.character)), isRow: true)
        }
      } else {
        for sentence in step.sentences where seen.insert(sentence.range).inserted {
          guard let entry = vocabulary.entry(of: sentence.text) else { continue }
          add(
            sentence, meaning: entry, with: sentence.data?.notation,
            isError: sentence.data?.isErrorAnswer ?? false)
        }
      }
    }

    func add(
      _ sentence: Sentence, meaning entry: Vocabulary.Entry, with data: String?,
      isRow: Bool = false, isError: Bool = false
    ) {
      let location = source.location(of: sentence.range)
      uses[vocabulary.module, default: [:]][entry.signature.expression, default: []].append(
        SentenceUse(
          notation: data.map { "\(sentence.text): \($0)" } ?? sentence.text,
          location: "\(location.path):\(location.range.start.line)", isError: isError, isRow: isRow,
          wording: entry.expression.source))
    }
  }
}

extension [SentenceUse] {
  /// Returns the shortest use, preferably outside a timeline, in a wording and without an error.
  func shortest(preferring wording: String) -> SentenceUse? {
    func rank(_ use: SentenceUse) -> (Int, Int, Int, Int) {
      (use.isRow ? 1 : 0, use.isError ? 1 : 0, use.wording == wording ? 0 : 1, use.notation.count)
    }
    return self.min { rank($0) < rank($1) }
  }
}

extension Node {
  /// Whether the value is an answer of a server that is an error, or a list with such an answer.
  var isErrorAnswer: Bool {
    let keys = entries?.map { ServerAnswers.Entry($0.key.text ?? "", $0.value.text ?? "") } ?? []
    return keys.isError || items?.contains(where: \.isErrorAnswer) == true
  }
}

extension KnownSentences {
  /// Returns the first entry that matches a sentence.
  func entry(of sentence: String) -> Vocabulary.Entry? {
    (try? matches(of: sentence))?.first.map { entries[$0.position] }
  }
}
