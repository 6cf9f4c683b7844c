import ScenarioKit
import ScenarioLanguage

/// A text that can be typed at a place.
package struct Completion: Sendable {
  /// The kind, with its number in the Language Server Protocol.
  package enum Kind: Int64, Sendable {
    case key = 14, sentence = 3, dataKey = 5, value = 12, tag = 24, file = 17
  }

  package var label: String
  package var kind: Kind

  /// The text to insert, with `${1:…}` for its blanks.
  package var snippet: String

  package var detail: String?

  /// The purpose, as Markdown.
  package var documentation: String?

  init(
    _ label: String, _ kind: Kind, snippet: String? = nil, detail: String? = nil,
    documentation: String? = nil
  ) {
    (self.label, self.kind) = (label, kind)
    self.snippet = snippet ?? label.inSnippet
    (self.detail, self.documentation) = (detail, documentation)
  }
}

extension LanguageService {
  /// Returns what can be typed at an offset of a file, and the offset at which it begins.
  package func completions(in path: String, at offset: Int) -> (all: [Completion], start: Int) {
    guard let document = document(path), let cursor = Cursor(in: document.source, at: offset)
    else { return ([], offset) }
    let place = StoryPlace(cursor, in: self, language(of: path, at: offset))
    return (completions(at: place, path), cursor.start)
  }

  private func completions(at place: StoryPlace, _ path: String) -> [Completion] {
    let cursor = place.cursor
    switch place.context {
    case .keys(let all):
      let known = cursor.siblings.map(place.language.name)
      let keys = all.filter { !known.contains($0) }.map { key in
        Completion(
          place.language.word(for: key), .key,
          snippet: place.language.word(for: key) + (cursor.hasColon ? "" : ": "),
          documentation: SchemaTemplate.description(of: key).map(place.language.text))
      }
      return all == Keys.step ? keys + timeWords(place) + pauses(place) : keys
    case .sentences(let checks):
      return sentences(checks: checks, place, path) + (checks == false ? [] : timeWords(place))
    case .tags:
      return unique(files.flatMap(\.facts.tags).map(\.string)).map { Completion($0, .value) }
    case .modules: return vocabularies.map { Completion($0.module, .value) }
    case .languages: return StoryLanguage.all.map { Completion($0.code, .value) }
    case .data(let step, let keys): return data(of: step, keys, place, path)
    case .phrases, .nothing: return []
    }
  }

  private func timeWords(_ place: StoryPlace) -> [Completion] {
    Timing.Kind.allCases.map { kind in
      let word = place.language.word(for: kind.word)
      let text = place.language.timeWord(kind, .seconds(1))
      let time = text.dropFirst(word.count + 1)
      let snippet = word.inSnippet + (time.isEmpty ? "" : " ${1:\(time)}")
      return Completion(
        text, .key,
        snippet: place.cursor.followsKey
          ? "{ \(snippet): $0 }" : snippet + (place.cursor.hasColon ? "" : ": "))
    }
  }

  private func pauses(_ place: StoryPlace) -> [Completion] {
    place.entries.filter { $0.signature.role == .pause && $0.isCommonForm }.map {
      Completion($0.expression.example(), .sentence)
    }
  }

  private func sentences(checks: Bool?, _ place: StoryPlace, _ path: String) -> [Completion] {
    guard let vocabulary = place.vocabulary else { return [] }
    let entries = place.entries.filter { entry in
      (checks.map { entry.signature.role.isCheck == $0 } ?? true) && entry.signature.role != .pause
    }
    let values = argumentValues(in: vocabulary)
    let phrases = document(path)?.facts.phrases.map(\.text.string) ?? []
    return entries.map { entry in
      let text = entry.expression.example()
      let known = values[entry.signature.expression] ?? []
      let sentence = entry.expression.snippet(of: text, known)
      let takesData = entry.signature.takesData
      return Completion(
        text + (takesData ? ": …" : ""), .sentence,
        snippet: takesData ? Self.withData(sentence, place.cursor) : sentence,
        detail: "\(entry.signature.origin)",
        documentation: SentenceDescription(of: entry, in: vocabulary, place.language).hover())
    }
      + phrases.map {
        Completion($0, .sentence, detail: place.language.text(of: "a phrase of this story"))
      }
  }

  /// Returns a sentence with a place for its data.
  private static func withData(_ sentence: String, _ cursor: Cursor) -> String {
    if cursor.hasColon { return sentence }
    return cursor.followsKey ? "{ \(sentence): $0 }" : "\(sentence): $0"
  }

  /// Returns the values that stories have for the parameters of each sentence.
  func argumentValues(in vocabulary: VocabularyData) -> [String: [[String]]] {
    var found: [String: [[String]]] = [:]
    let sentences = vocabulary.sentences
    for use in files.flatMap(\.facts.uses) where use.module == vocabulary.module {
      guard let match = (try? sentences.matches(of: use.text))?.first else { continue }
      let expression = sentences.entries[match.position].signature.expression
      var known = found[expression] ?? match.values.map { _ in [] }
      for (index, value) in match.values.enumerated() where known.indices.contains(index) {
        let text = "\(value)"
        if known[index].count < 20, !known[index].contains(text) { known[index].append(text) }
      }
      found[expression] = known
    }
    return found
  }

  // MARK: - Data

  private func data(
    of step: VocabularyData.Step, _ keys: [String], _ place: StoryPlace, _ path: String
  ) -> [Completion] {
    let cursor = place.cursor
    if cursor.part == .tag { return tags(place) }
    var shape: DataShape?
    switch step.data {
    case .none: return []
    case .expected: shape = step.shown
    case .given(let given, _): shape = given
    }
    let here = keys.reduce(shape) { $0?.value(of: $1) }
    let fields = (here?.fields ?? []).filter { !cursor.siblings.contains($0.name) }.map { field in
      Completion(
        field.name, .dataKey, snippet: field.name.inSnippet + (cursor.hasColon ? "" : ": "),
        documentation: DataLine.kind(of: field.shape, in: place.language))
    }
    guard cursor.part == .value else { return fields }
    // Files of other folders are no files here, and what is being typed is no value yet.
    let known = knownValues(of: step, keys).filter { text in
      text != cursor.typed && (!text.hasPrefix("fixtures/") || file(named: text, in: path) != nil)
    }
    let own = unique(here?.words ?? [])
    let words = own + known.filter { !own.contains($0) }
    var found = fields + words.map { Completion($0, .value) }
    if cursor.typed.hasPrefix("fixtures/")
      || known.contains(where: { file(named: $0, in: path) != nil })
    {
      let fixtures = folder.read(path, text: "").folder.fixtures()
      found += fixtures.filter { !words.contains($0) }.map { Completion($0, .file) }
    }
    return found + (step.data == .expected ? tags(place) : [])
  }

  private func tags(_ place: StoryPlace) -> [Completion] {
    (place.vocabulary?.tags ?? []).map { Completion($0, .tag) }
  }

  /// Returns the values that stories have in the data of a step, at a key.
  private func knownValues(of step: VocabularyData.Step, _ keys: [String]) -> [String] {
    let uses = files.flatMap(\.facts.uses).filter { use in
      use.values.contains { $0.keys == keys }
        && entry(of: use.text, in: use.module)?.signature == step.signature
    }
    return values(keys, in: uses)
  }

  /// Returns some words, and the values that uses have at a key; last those of answers that are
  /// errors.
  func values(
    _ keys: [String], in uses: [StoryFacts.Sentence], besides own: [String] = []
  ) -> [String] {
    func values(_ uses: [StoryFacts.Sentence]) -> [String] {
      uses.flatMap(\.values).filter { $0.keys == keys }.map(\.text.string).filter(Self.isShort)
    }
    let common = unique(own + values(uses.filter { !$0.isError }))
    return common + unique(values(uses)).filter { !common.contains($0) }
  }

  /// Whether a value of another story can be offered in one line.
  static func isShort(_ text: String) -> Bool { text.count < 200 && !text.contains("\n") }

  func unique(_ texts: [String]) -> [String] { Array(Set(texts).sorted().prefix(200)) }
}

extension DataShape {
  var fields: [Field] {
    switch self {
    case .mapping(let fields, _): fields
    case .list(let shape): shape.fields
    case .either(let shapes): shapes.flatMap(\.fields)
    default: []
    }
  }

  var words: [String] {
    switch self {
    case .choice(let words): words
    case .truth: ["true", "false"]
    case .list(let shape): shape.words
    case .either(let shapes): shapes.flatMap(\.words)
    default: []
    }
  }

  fileprivate func value(of key: String) -> DataShape? {
    switch self {
    case .dictionary(let shape): shape
    case .list(let shape): shape.value(of: key)
    case .either(let shapes): shapes.compactMap { $0.value(of: key) }.first
    default: fields.first { $0.name == key }?.shape
    }
  }
}
