import ScenarioKit
import ScenarioLanguage

/// The answers of the step `the server answers {method} {url}` of a script, one for each request in
/// turn.
struct ServerAnswers {
  /// An answer: the keys of its data with the notations of their values.
  typealias Answer = [(key: String, value: String)]

  /// The wordings of both steps, in every language of stories.
  private static let wordings: [(answers: Bool, words: [Substring])] =
    [("the server answers {method} {url}", true), ("the server fails {method} {url}", false)]
    .flatMap { sentence, answers in
      ([sentence] + StoryLanguage.translations(ofSentence: sentence).map(\.text)).map {
        (answers, $0.split(separator: "{method} {url}", omittingEmptySubsequences: false))
      }
    }

  /// The largest number of `times` that is written as so many answers.
  private static let longestRepetition = 20

  let method: String
  let url: String
  private(set) var answers: [Answer] = []
  /// Whether an answer is only for some requests, so that they are not used one after another.
  private(set) var isConditional = false

  /// Reads the answers of a sentence with its data; `nil` if it is another one, or its data are of
  /// another form.
  init?(_ line: String) {
    let source = SourceFile(path: "", text: line)
    guard let entry = source.documents?.first?.entries?.first, let sentence = entry.key.text,
      let wording = Self.wordings.first(where: {
        sentence.hasPrefix($0.words[0]) && sentence.hasSuffix($0.words[1])
      })
    else { return nil }
    let request = sentence.dropFirst(wording.words[0].count).dropLast(wording.words[1].count)
      .split(separator: " ")
    guard request.count == 2 else { return nil }
    (method, url) = (String(request[0]), String(request[1]))
    guard wording.answers else {
      answers = [[("fails", entry.value.notation)]]
      return
    }
    let items = entry.value.items.map(Array.init) ?? [entry.value]
    isConditional = items.contains { $0["when"] != nil }
    for item in items {
      guard let entries = item.entries, !entries.isEmpty else { return nil }
      let answer: Answer = entries.map { ($0.key.text ?? "", Self.flowNotation(of: $0.value)) }
      guard !isConditional else {
        answers.append(answer)
        continue
      }
      let times = item["times"]?.text.flatMap { Int($0) } ?? 1
      guard (1...Self.longestRepetition).contains(times) else { return nil }
      answers += Array(repeating: answer.filter { $0.key != "times" }, count: times)
    }
    if answers.isEmpty { return nil }
  }

  private static func flowNotation(of node: Node) -> String {
    // In brackets, some texts need quotes that need none after a colon.
    guard let text = node.text, node.tag == nil, node.style == .plain else { return node.notation }
    return text.contains { ",[]{}".contains($0) } ? Notation.quoted(text) : text
  }

  /// Returns data in a notation with one part less each, and what they lack in words: without a key,
  /// or with an empty list.
  static func reductions(of notation: String) -> [(words: String, notation: String)] {
    SourceFile(path: "", text: notation).documents?.first.map(reductions) ?? []
  }

  private static func reductions(of node: Node) -> [(words: String, notation: String)] {
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
          + reductions(of: entries[index].value).map { ($0.words, notation($0.notation)) }
      }
    }
    guard let items = node.items.map(Array.init), let first = items.first else { return [] }
    let rest = items.dropFirst().map(flowNotation)
    return [("with an empty list", "[]")]
      + reductions(of: first).map {
        ($0.words, "[\(([$0.notation] + rest).joined(separator: ", "))]")
      }
  }

  /// The address without what tells pages apart.
  var path: String { url.prefix { $0 != "?" }.withoutNumbers() }

  /// Returns the elements of the first list in data in a notation.
  static func elements(of notation: String) -> [String] {
    func elements(of node: Node) -> [String]? {
      node.items.map { $0.map(flowNotation) }
        ?? node.entries?.lazy.compactMap { elements(of: $0.value) }.first
    }
    return SourceFile(path: "", text: notation).documents?.first.flatMap(elements) ?? []
  }

  /// Returns the sentence with other answers, in English.
  func line(_ answers: some Collection<Answer>) -> String {
    let texts = answers.map { answer in
      "{ " + answer.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + " }"
    }
    let data = texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"
    return "the server answers \(method) \(url): \(data)"
  }
}

extension ServerAnswers.Answer {
  /// The value of a key without quotes; `nil` if there is none.
  subscript(key: String) -> String? {
    first { $0.key == key }.map { $0.value.trimmingPrefix("\"") }
      .map { String($0.hasSuffix("\"") ? $0.dropLast() : $0) }
  }

  /// Whether the answer is one of success.
  var isSuccess: Bool { self["fails"] == nil && (self["status"].flatMap { Int($0) } ?? 200) < 300 }

  /// Whether the app expects JSON, so that an empty answer is a failure.
  var isJSON: Bool { self["json"] != nil || self["file"]?.hasSuffix(".json") == true }

  /// Returns the answer after another time.
  func after(_ nanoseconds: Int64) -> Self {
    [("after", DurationText.format(.nanoseconds(nanoseconds)))] + filter { $0.key != "after" }
  }
}
