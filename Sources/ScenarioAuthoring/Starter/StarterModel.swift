import ScenarioKit
import ScenarioLanguage

extension Story {
  /// Creates a story from the shortest suitable scenario and its shortest nested scenario.
  ///
  /// The result is `nil` if there is no such scenario. Scenarios in the given language are
  /// preferred, then those in English, then scenarios with a nested one.
  init?(shortestOf stories: [Story], in language: StoryLanguage) {
    let candidates = stories.flatMap { story in
      story.scenarios.compactMap { scenario -> (story: Story, rank: (Int, Int, Int))? in
        var first = scenario
        first.steps = story.background + scenario.steps
        guard first.isShort, first.has(.act), first.has(.check) else { return nil }
        first.scenarios =
          scenario.scenarios.filter { $0.isShort && $0.has(.check) }
          .min { $0.length < $1.length }.map { [$0] } ?? []
        var model = story
        model.scenarios = [first]
        let foreignness =
          scenario.isWritten(in: language) ? 0 : scenario.isWritten(in: .english) ? 1 : 2
        return (model, (foreignness, first.scenarios.isEmpty ? 1 : 0, first.length))
      }
    }
    guard let best = candidates.min(by: { $0.rank < $1.rank }) else { return nil }
    self = best.story
  }

  /// Creates a story with made-up sentences, for a module without stories.
  init(madeUpFrom vocabulary: Vocabulary, title: String, _ draft: StarterDraft) {
    func sentences(_ role: StepDefinition.Role) -> [Sentence] {
      vocabulary.entries.filter { $0.isCommonForm && $0.signature.role == role }
        .compactMap { Sentence(madeUpFrom: $0, of: vocabulary) }
    }
    let title = Text(title, range: .nowhere)
    var scenario = Scenario(title: title, range: .nowhere)
    func add(_ keyword: String, _ purpose: Step.Purpose, _ sentence: Sentence) {
      scenario.steps.append(
        Step(keyword: keyword, purpose: purpose, sentences: [sentence], range: .nowhere))
    }
    for answer in draft.answers { add("given", .prepare, answer) }
    // Without an act, a pause is a harmless substitute.
    let acts = sentences(.act).dropFirst(draft.act) + sentences(.pause)
    if let act = acts.first { add("when", .act, act) }
    // A value may also be absent.
    let observations = sentences(.observation).flatMap { sentence in
      var absent = sentence
      absent.data = Node(.scalar("", .plain), tag: "!absent")
      return [sentence, absent]
    }
    let checks = (observations + sentences(.check)).dropFirst(draft.check)
    if let check = checks.first { add("then", .check, check) }
    self.init(
      title: title, module: Text(vocabulary.module, range: .nowhere), scenarios: [scenario],
      range: .nowhere)
  }
}

// MARK: - Scenarios of stories

extension Scenario {
  /// Whether the scenario is a suitable model.
  ///
  /// It must run, be expressible with `given`, `when` and `then`, and use no files, because their
  /// paths are relative to the original story.
  fileprivate var isShort: Bool {
    let order = steps.compactMap { Step.Purpose.allCases.firstIndex(of: $0.purpose) }
    return skip == nil && knownIssue == nil && order == order.sorted()
      && steps.allSatisfy { step in
        step.timeline == nil && !step.sentences.contains { $0.data?.hasKey("file") ?? false }
      }
  }

  fileprivate func has(_ purpose: Step.Purpose) -> Bool {
    steps.contains { $0.purpose == purpose }
  }

  fileprivate var length: Int {
    steps.reduce(0) { length, step in
      step.sentences.reduce(length + 20) { $0 + $1.text.count + ($1.data?.notation.count ?? 0) }
    }
  }

  /// Returns whether the scenario's keywords are those of a language.
  fileprivate func isWritten(in language: StoryLanguage) -> Bool {
    let keywords = steps.filter { $0.timing == nil }.map(\.keyword)
    let words = ["given", "when", "then"].flatMap { name in
      language.words(for: name).filter { language.code == "en" || $0 != name }
    }
    return !keywords.isEmpty && keywords.allSatisfy(words.contains)
  }
}

extension Node {
  fileprivate func hasKey(_ name: String) -> Bool {
    switch content {
    case .scalar: false
    case .sequence(let items): items.contains { $0.hasKey(name) }
    case .mapping(let entries): entries.contains { $0.key.text == name || $0.value.hasKey(name) }
    }
  }
}

// MARK: - Sentences in another language

extension Story {
  /// Returns the story with its sentences in a language, as far as the vocabulary has them.
  func translated(to language: StoryLanguage, by vocabulary: Vocabulary) -> Story {
    var story = self
    story.scenarios = scenarios.map { $0.translated(to: language, by: vocabulary) }
    return story
  }
}

extension Scenario {
  fileprivate func translated(
    to language: StoryLanguage, by vocabulary: Vocabulary
  ) -> Scenario {
    var scenario = self
    for step in steps.indices {
      for sentence in steps[step].sentences.indices {
        let text = steps[step].sentences[sentence].text
        scenario.steps[step].sentences[sentence].text =
          vocabulary.translation(of: text, to: language) ?? text
      }
      if let timing = steps[step].timing {
        scenario.steps[step].timing?.text = language.timeWord(timing.kind, timing.duration)
      }
    }
    scenario.scenarios = scenarios.map { $0.translated(to: language, by: vocabulary) }
    return scenario
  }
}

extension Vocabulary {
  /// Returns a sentence in a language, or in the language of the module; `nil` if it is unknown.
  fileprivate func translation(of sentence: String, to language: StoryLanguage) -> String? {
    for entry in entries {
      guard let match = (try? entry.expression.match(sentence)) ?? nil else { continue }
      let others = entries.filter { $0.signature == entry.signature }
      let code = language.code == StoryLanguage.english.code ? nil : language.code
      guard entry.language != code,
        let other = others.first(where: { $0.language == code }) ?? others.first
      else { return nil }
      let text = other.expression.example(like: sentence)
      guard let meant = (try? other.expression.match(text)) ?? nil,
        meant.arguments.map(\.text) == match.arguments.map(\.text)
      else { return nil }
      return text
    }
    return nil
  }
}

// MARK: - Made-up sentences

extension Sentence {
  /// Creates a sentence with made-up arguments and data; `nil` if they can't be made up.
  fileprivate init?(madeUpFrom entry: Vocabulary.Entry, of vocabulary: Vocabulary) {
    var isComplete = true
    let text = entry.expression.parts.text(
      // The sample of a whole number is more than one: "2 times".
      optional: { $0 }, alternatives: { $0.first ?? "" },
      parameter: { type in
        isComplete = isComplete && type.sample != nil
        return type.sample ?? ""
      })
    guard isComplete, (try? entry.expression.match(text)) ?? nil != nil else { return nil }
    self.init(text, range: .nowhere)
    switch vocabulary.definition(of: entry).data {
    case .none, .given(_, isRequired: false): break
    case .expected: data = Node(.scalar("", .plain), tag: "!any")
    case .given(let shape, isRequired: true):
      guard let value = Node.madeUp(shape) else { return nil }
      data = value
    }
  }
}

extension Node {
  /// Returns made-up data of a shape; `nil` if it can't be made up.
  fileprivate static func madeUp(_ shape: DataShape) -> Node? {
    switch shape {
    case .text: Node(text: "text")
    case .wholeNumber, .number: Node(text: "1")
    case .truth: Node(text: "true")
    case .date: Node(text: "2021-09-27T12:07:24Z")
    case .duration: Node(text: "100 ms")
    case .choice(let words): words.first.map { Node(text: $0) }
    case .matching(_, let example): Node(text: example)
    case .list(let element): madeUp(element).map { Node(.sequence([$0])) }
    case .either(let shapes): shapes.lazy.compactMap(madeUp).first
    case .dictionary: Node(.mapping([]))
    case .mapping(let fields, isOpen: false): madeUp(fields.filter(\.isRequired))
    case .mapping, .anything: nil
    }
  }

  private static func madeUp(_ fields: [DataShape.Field]) -> Node? {
    let entries = fields.compactMap { field in
      madeUp(field.shape).map { Entry(key: Node(text: field.name), value: $0) }
    }
    return entries.count == fields.count ? Node(.mapping(entries)) : nil
  }

  init(_ content: Content, tag: String? = nil) { self.init(content, tag: tag, range: .nowhere) }

  init(text: String) { self.init(.scalar(text, .plain)) }
}

extension SourceRange {
  static let nowhere = SourceRange(start: .start, end: .start)
}
