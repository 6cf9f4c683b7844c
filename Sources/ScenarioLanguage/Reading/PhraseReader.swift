/// Reads the phrases of a story, and finds the phrases that sentences use.
struct PhraseReader: StoryPartReader {
  let context: ReaderContext

  /// The phrases, in the order of the file.
  private(set) var all: [Phrase] = []

  /// The uses of phrases whose steps are being read, outermost first.
  private(set) var under: [(phrase: Int, use: Text)] = []

  /// The number of phrases and steps that the outermost of these uses stands for so far.
  private var count = 0

  /// The phrases that stand for too many steps, which has already been reported.
  private var tooLong: Set<Int> = []

  /// The indices of the phrases that sentences use.
  private var used: Set<Int> = []

  /// A sentence that is defined in terms of other steps.
  struct Phrase {
    /// The sentence as written, with its placeholders.
    let text: Text

    let pattern: PhrasePattern

    /// The steps of the phrase.
    let body: Node
  }

  /// A sentence that uses a phrase.
  struct Use {
    /// The index of the phrase; `nil` if it can't be used here, which has already been reported.
    fileprivate let phrase: Int?

    let sentence: Sentence

    /// The values of the phrase's placeholders.
    fileprivate var values: [String: Node] = [:]
  }

  /// Reads the phrases in `phrases:`; their steps are read where a sentence uses them.
  init(_ context: ReaderContext, phrasesOf field: Field?) {
    self.context = context
    guard let field, isWritten(field) else { return }
    guard let entries = field.value.entries, !entries.isEmpty else {
      report(
        "\"\(field.written)\" maps sentences to their steps, but this is "
          + "\(field.value.entries == nil ? field.value.kindName : "empty")",
        at: beginning(of: field.value),
        hints: ["Write a sentence, and its steps as a list below it."])
      return
    }
    all = fields(of: entries).compactMap(phrase)
  }

  private func phrase(_ field: Field) -> Phrase? {
    let text = Text(field.written.trimmed, range: field.range)
    guard !text.string.isEmpty else {
      return report(
        "a phrase is a sentence, but this text is empty", at: field.range,
        hints: ["Write the sentence before the colon."])
    }
    if isWritten(field, "Write the phrase's steps below it: \"- \(word: "given"): …\""),
      field.value.isEmptyCollection
    {
      reportNoSteps(in: text)
    }
    do throws(Problem) {
      return Phrase(text: text, pattern: try PhrasePattern(text.string), body: field.value)
    } catch {
      report(error, at: field.range)
      return nil
    }
  }

  private func reportNoSteps(in text: Text) {
    report(
      "the phrase \"\(text.string)\" has no steps", at: text.range,
      hints: ["Write the phrase's steps below it: \"- \(word: "given"): …\""])
  }

  /// Warns about phrases that no sentence uses.
  func warnOfUnused() {
    for (index, phrase) in all.enumerated() where !used.contains(index) {
      warn(
        "no step uses \"\(phrase.text.string)\"", at: phrase.text.range, rule: .unusedPhrase,
        hints: ["Use the phrase in a scenario, or remove it."])
    }
  }

  // MARK: - Use

  /// Returns the use of a phrase by a sentence; `nil` if the sentence matches no phrase.
  mutating func use(by sentence: Sentence) -> Use? {
    guard !all.isEmpty else { return nil }
    let found = all.indices.compactMap { index in
      all[index].pattern.match(sentence.text).map { (index: index, arguments: $0) }
    }
    guard let (index, arguments) = found.first else { return nil }
    guard found.count == 1 else {
      used.formUnion(found.map(\.index))
      report(
        "\(found.count) phrases match \"\(sentence.text)\"", at: sentence.range,
        hints: found.map {
          let phrase = all[$0.index].text
          return "Could be: \("\(phrase.string)   (line \(phrase.range.start.line))")"
        } + ["Keep one phrase with a placeholder for what differs, or give each its own words."])
      return Use(phrase: nil, sentence: sentence)
    }
    used.insert(index)
    if under.contains(where: { $0.phrase == index }) {
      let names = under.map { "\"\($0.use.string)\"" } + ["\"\(sentence.text)\""]
      report(
        "this phrase uses itself: \(names.joined(separator: " → "))", at: sentence.range,
        hints: [
          under.last?.phrase == index
            ? "Change the words of the phrase." : "Remove the sentence from the phrase."
        ])
      return Use(phrase: nil, sentence: sentence)
    }
    var use = Use(phrase: index, sentence: sentence)
    for argument in arguments {
      use.values[argument.name] = Node(
        .scalar(argument.text, argument.isQuoted ? .doubleQuoted : .plain), range: sentence.range)
    }
    use.values["data"] = sentence.data
    return use
  }

  /// Returns the steps of a phrase with its placeholders filled in; `nil` if there are none.
  func body(of use: Use) -> Node? {
    guard let index = use.phrase, !all[index].body.isUnwritten else { return nil }
    let phrase = all[index]
    var placeholders = Placeholders(values: use.values)
    guard placeholders.size(of: phrase.body) <= Limits.phraseSize else {
      return report(
        "\"\(use.sentence.text.clippedToTitle)\" is too large with its values: 1 MiB is the limit",
        at: use.sentence.range, hints: ["Use each value less often in the phrases."])
    }
    let body = placeholders.fill(phrase.body)
    if body.isEmptyCollection { reportNoSteps(in: phrase.text) }
    for problem in placeholders.problems { report(problem, at: use.sentence.range) }
    guard hasItsData(phrase, use: use.sentence, isUsed: placeholders.used.contains("data")) else {
      return nil
    }
    for name in phrase.pattern.names where !placeholders.used.contains(name) {
      warn(
        "nothing in this phrase uses <\(name)>", at: phrase.text.range, rule: .unusedPlaceholder,
        hints: ["Write <\(name)> where the value belongs."])
    }
    return body
  }

  /// Counts a phrase or a step of a phrase; returns `false`, and reports it once, if the outermost
  /// phrase stands for too many.
  mutating func isWithinLimit(_ sentence: Sentence) -> Bool {
    guard let outermost = under.first else { return true }
    guard !tooLong.contains(outermost.phrase) else { return false }
    count += 1
    guard count > Limits.stepsOfPhrase else { return true }
    tooLong.insert(outermost.phrase)
    return report(
      "\"\(outermost.use.string)\" stands for more than \(Limits.text(Limits.stepsOfPhrase)) steps",
      at: outermost.use.range, hints: ["Remove sentences from the phrases that it uses."]) ?? false
  }

  /// Returns a sentence with the uses of phrases that it comes from.
  func withUses(_ sentence: consuming Sentence) -> Sentence {
    if !under.isEmpty { sentence.phrases = under.map(\.use) }
    return sentence
  }

  /// Records that reading the steps of a phrase begins.
  mutating func begin(_ use: Use) {
    guard let phrase = use.phrase else { return }
    if under.isEmpty { count = 0 }
    under.append((phrase, Text(use.sentence.text, range: use.sentence.range)))
  }

  /// Records that reading the steps of the innermost phrase ends.
  mutating func end() { under.removeLast() }

  /// Returns whether a use has data exactly if the phrase takes data, and reports it otherwise.
  private func hasItsData(_ phrase: Phrase, use: Sentence, isUsed: Bool) -> Bool {
    if let data = use.data, !isUsed {
      return report(
        "\"\(phrase.text.string)\" takes no data", at: data.range,
        hints: ["Write <data> in the phrase where the data belongs, or remove the data."]) ?? false
    }
    if use.data == nil, phrase.body.texts.contains(where: { $0.contains("<data>") }) {
      return report(
        "\"\(phrase.text.string)\" needs data", at: use.range,
        hints: ["Write it after a colon: { \(use.text): … }"]) ?? false
    }
    return true
  }
}

extension Node {
  /// Whether the node is a list or a mapping without contents.
  var isEmptyCollection: Bool { items?.isEmpty ?? entries?.isEmpty ?? false }
}
