import DisplayText
import ScenarioLanguage

/// Data of a sentence with answers of the server, which a variation of a run changes.
package protocol ServerData: Sendable {
  /// Whether a request waits for an answer that never comes.
  var neverAnswers: Bool { get }

  /// The answers; `nil` if they are not varied.
  var served: ServerAnswers? { get }
}

/// The answers that a story gives to the server for a method and an address, one for each request in
/// turn.
package struct ServerAnswers: Codable, Sendable, Hashable {
  /// A key of an answer, with the notation of its value.
  package struct Entry: Codable, Sendable, Hashable {
    package let key: String
    package var value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }

    /// Creates the entry of a key of the story.
    package init(_ key: String, _ node: Node) { self.init(key, node.notation(in: .flow)) }
  }

  /// The keys of an answer.
  package typealias Answer = [Entry]

  /// The sentence of the answers, which may take the place of another one.
  package static let expression = "the server answers {method} {url}"

  /// The largest number of `times` that is written as so many answers.
  private static let longestRepetition = 20

  package let method: String
  package let url: String
  /// The index of the sentence in its step.
  package var sentence = 0
  package var answers: [Answer]
  /// Whether an answer is only for some requests, so that they are not used one after another.
  package let isConditional: Bool

  /// Creates answers from those of a story; `nil` if an answer has no keys, or too many `times`.
  package init?(_ method: String, _ url: String, _ answers: [Answer]) {
    (self.method, self.url, self.answers) = (method, url, answers)
    isConditional = answers.contains { $0["when"] != nil }
    if answers.isEmpty || answers.contains(where: \.isEmpty) { return nil }
    guard !isConditional else { return }
    self.answers = []
    for answer in answers {
      let times = answer["times"].flatMap { Int($0) } ?? 1
      guard (1...Self.longestRepetition).contains(times) else { return nil }
      self.answers += Array(repeating: answer.filter { $0.key != "times" }, count: times)
    }
  }

  /// Returns the notation of other answers.
  package func data(_ answers: some Collection<Answer>) -> String {
    let texts = answers.map { Notation.mapping($0.map { ($0.key, $0.value) }) }
    return texts.count == 1 ? texts[0] : Notation.list(texts)
  }

  /// Returns the sentence with other answers, in English.
  package func line(_ answers: some Collection<Answer>) -> String {
    "the server answers \(method) \(url): \(data(answers))"
  }
}

extension ServerAnswers.Answer {
  /// The value of a key without quotes; `nil` if there is none.
  package subscript(key: String) -> String? {
    first { $0.key == key }.map { $0.value.trimmingPrefix("\"") }
      .map { String($0.hasSuffix("\"") ? $0.dropLast() : $0) }
  }

  /// Whether the answer is one of success.
  package var isSuccess: Bool {
    self["fails"] == nil && (self["status"].flatMap { Int($0) } ?? 200) < 300
  }

  /// Whether the app expects JSON, so that an empty answer is a failure.
  package var isJSON: Bool { self["json"] != nil || self["file"]?.hasSuffix(".json") == true }

  /// Returns the answer after another time.
  package func after(_ nanoseconds: Int64) -> Self {
    [.init("after", DurationText.format(.nanoseconds(nanoseconds)))] + filter { $0.key != "after" }
  }
}
