import Testing

@Suite("Requests at once", .timeLimit(.minutes(10)))
struct RequestsAtOnceTests {
  private static let answers = [
    "text: fine", "status: 500, text: no", "fails: connection lost", "fails: never answers",
  ]

  /// Foundation cancels the request that is left while Swift's runtime holds a lock of the task.
  ///
  /// In real time, the two wait for each other for ever if an answer to it comes at that moment.
  /// So only pairs in which none can come run there.
  @Test(arguments: [[], ["--in-process"], ["--real-time"]])
  func `two requests by async let end as they do in reality`(options: [String]) async throws {
    let isInRealTime = options == ["--real-time"]
    var scenarios = ""
    for (one, other) in Self.answers.flatMap({ one in Self.answers.map { (one, $0) } }) {
      for (first, second) in [("", ""), ("", "10"), ("10", ""), ("10", "10")] {
        let isFine = (one, other) == (Self.answers[0], Self.answers[0])
        let cancelsWhatIsAnswered =
          !isFine && (one == Self.answers[0] || other != Self.answers[3])
        if isInRealTime && cancelsWhatIsAnswered { continue }
        scenarios += Self.scenario((one, first), (other, second), isCancelled: false)
        // In real time, a busy machine decides whether the answers or the cancellation come first.
        if !isInRealTime {
          scenarios += Self.scenario((one, first), (other, second), isCancelled: true)
        }
      }
    }
    let call = try await StoriesFolder([
      "Scenarios/s.yaml": "story: S\nmodule: pair\nscenarios:\n" + scenarios
    ]).hostile(["run", "--no-history"] + options)
    let count = isInRealTime ? 16 : 128
    call.expect(0, output: .contains("\(count) scenarios: \(count) passed"))
  }

  /// Returns a scenario with two answers, each with its delay in milliseconds.
  private static func scenario(
    _ one: (answer: String, delay: String), _ other: (answer: String, delay: String),
    isCancelled: Bool
  ) -> String {
    // The request that is awaited first decides, and one that fails cancels the other.
    let isFine = one.answer == answers[0] && other.answer == answers[0]
    let waits =
      one.answer == answers[3] || one.answer == answers[0] && other.answer == answers[3]
    let isDone = !isCancelled || one.delay + other.delay == "" && isFine
    let shown = waits && !isCancelled ? "nothing" : isFine && isDone ? "finefine" : "an error"
    let texts = [one, other].map { answer, delay in
      (delay.isEmpty ? "" : "after: \(delay) ms, ") + answer
    }
    return """
        - scenario: "\(texts[0]) and \(texts[1]), cancelled \(isCancelled)"
          steps:
            - given: { the server answers GET https://api.example/a: { \(texts[0]) } }
            - given: { the server answers GET https://api.example/b: { \(texts[1]) } }
            - when: [the app loads both\(isCancelled ? ", 5 ms pass, the app cancels" : "")]
            - then: { within 1 s: { the screen shows: \(shown) } }
            - when: the app cancels

      """
  }
}
