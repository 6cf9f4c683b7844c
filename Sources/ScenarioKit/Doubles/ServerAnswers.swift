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

    fileprivate init(_ key: String, _ node: Node) {
      // A failure has this key in a mapping of its own.
      self.init(key == "error" ? "fails" : key, node.notation(in: .flow))
    }
  }

  /// The keys of an answer.
  package typealias Answer = [Entry]

  /// The sentence of the answers, which may take the place of another one.
  package static let expression = "the server answers {method} {url}"

  /// The sentence that no requests were sent.
  package static let noneSent = "no requests were sent"

  /// The sentence about any other number of requests.
  package static let someSent = "{int} request(s) was/were sent"

  /// Returns the sentence about a number of requests, in English.
  package static func sent(_ count: Int) -> String {
    count == 0 ? noneSent : "\(counted(count, "request")) \(count == 1 ? "was" : "were") sent"
  }

  /// The largest number of `times` that is written as so many answers.
  private static let longestRepetition = 20

  package let method: String
  package let url: String
  package var answers: [Answer] { didSet { areVaried = true } }
  /// Whether the answers are others than those of the story.
  package private(set) var areVaried = false
  /// Whether an answer is only for some requests, so that they are not used one after another.
  package let isConditional: Bool

  /// Creates answers from those of a story, of which a name is that of a failure; `nil` if an answer
  /// has no keys, or too many `times`.
  package init?(_ method: String, _ url: String, _ nodes: [Node]) {
    (self.method, self.url) = (method, url)
    let given = nodes.map { node in
      node.entries?.map { Entry($0.key.text ?? "", $0.value) } ?? [Entry("fails", node)]
    }
    isConditional = given.contains { $0["when"] != nil }
    var all = isConditional ? given : []
    if given.isEmpty || given.contains(where: \.isEmpty) { return nil }
    for answer in given where !isConditional {
      let times = answer["times"].flatMap { Int($0) } ?? 1
      guard (1...Self.longestRepetition).contains(times) else { return nil }
      all += Array(repeating: answer.filter { $0.key != "times" }, count: times)
    }
    answers = all
  }

  /// The notation of the answers.
  package var data: String {
    let texts = answers.map { Notation.mapping($0.map { ($0.key, $0.value) }) }
    return texts.count == 1 ? texts[0] : Notation.list(texts)
  }

  /// The sentence with the answers, in English.
  package var line: String { "the server answers \(method) \(url): \(data)" }
}

extension ServerAnswers.Answer {
  /// The value of a key without quotes; `nil` if there is none.
  package subscript(key: String) -> String? {
    first { $0.key == key }.map { $0.value.trimmingPrefix("\"") }
      .map { String($0.hasSuffix("\"") ? $0.dropLast() : $0) }
  }

  private var status: Int { self["status"].flatMap { Int($0) } ?? 200 }

  /// The failure; `nil` if there is none, or no known one.
  package var failure: TransportFailure? { self["fails"].flatMap(TransportFailure.init(rawValue:)) }

  /// Whether the answer is one of success; a redirection is neither a success nor an error.
  package var isSuccess: Bool { self["fails"] == nil && status < 300 }

  /// Whether the answer is an error.
  package var isError: Bool { self["fails"] != nil || status >= 400 }

  /// Whether the app expects JSON, so that an empty answer is a failure.
  package var isJSON: Bool { self["json"] != nil || self["file"]?.hasSuffix(".json") == true }

  /// Returns the answer after another time.
  package func after(_ nanoseconds: Int64) -> Self {
    [.init("after", DurationText.format(.nanoseconds(nanoseconds)))] + filter { $0.key != "after" }
  }
}
