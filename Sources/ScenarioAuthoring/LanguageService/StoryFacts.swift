import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// The facts about a file: its sentences, tags, phrases and values, each at its place.
struct StoryFacts: Sendable {
  /// A sentence in a story, or in one of its phrases.
  struct Sentence: Sendable {
    var text: String
    var range: SourceRange
    var module: String
    /// The values in its data.
    var values: [DataValue] = []
    /// Whether its data is an answer that is an error.
    var isError = false
  }

  /// A text in data, or the notation in one line of a whole list or mapping of one of its keys, with
  /// the keys that lead to it.
  typealias DataValue = (keys: [String], text: Text, isText: Bool)

  private(set) var uses: [Sentence] = []
  private(set) var tags: [Text] = []
  /// The phrases, and where they are used.
  private(set) var phrases: [(text: Text, uses: [Text])] = []
  /// The codes of the languages of the stories.
  let languages: Set<String>
  let outline: [Outline]
  let digest: StoryReview.Digest

  /// - Parameter file: The stories in the readable part of the text.
  init(_ text: ReadableText, _ file: StoryFile) {
    // As for `check`, a text that is not valid YAML has no stories for other files.
    digest = StoryReview.Digest(text.errors.isEmpty ? file : StoryFile(reading: text.source))
    languages = Set(file.stories.map(\.language))
    outline = file.stories.map(Outline.init)
    var seen: Set<SourceRange> = []
    for story in file.stories {
      tags += story.allTags.filter { seen.insert($0.range).inserted }
      var phrases = story.phrases.map { (text: $0, uses: [Text]()) }
      for sentence in story.allSteps.flatMap(\.sentences) {
        for use in sentence.phrases where seen.insert(use.range).inserted {
          for index in phrases.indices where phrases[index].text.isPhrase(of: use.string) {
            phrases[index].uses.append(use)
          }
        }
        // A sentence that examples or phrases repeat is one use.
        guard seen.insert(sentence.range).inserted else { continue }
        uses.append(
          Sentence(
            text: sentence.text, range: sentence.range, module: story.module.string,
            values: sentence.data?.values ?? [], isError: sentence.data?.isErrorAnswer ?? false))
      }
      self.phrases += phrases
    }
  }
}

extension Node {
  /// The texts in the value, with the keys that lead to them.
  fileprivate var values: [StoryFacts.DataValue] {
    var found: [StoryFacts.DataValue] = []
    func collect(_ node: Node, _ keys: [String]) {
      if let text = node.text {
        if !node.isNull { found.append((keys, Text(text, range: node.range), true)) }
        return
      }
      // A longer one fits no line.
      if keys.count == 1, node.range.offsets.count < 200 {
        found.append((keys, Text(node.notation, range: node.range), false))
      }
      if let items = node.items {
        for item in items { collect(item, keys) }
      } else if let entries = node.entries {
        for entry in entries { collect(entry.value, keys + [entry.key.text ?? ""]) }
      }
    }
    collect(self, [])
    return found
  }
}
