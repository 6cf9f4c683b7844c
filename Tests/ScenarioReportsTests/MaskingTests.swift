import Foundation
import ScenarioKit
import ScenarioLanguage
import StoryTestSupport
import Testing

@testable import ScenarioReports

@Suite("Secrets in reports")
struct MaskingTests {
  private func report(_ texts: String...) -> ScenarioReport {
    SampleRecords.scenario("A lamp", "x", text: StoryText(texts.joined(separator: "\n")))
  }

  @Test(arguments: [
    ("password: hunter2", "password: •••"),
    ("{ accessToken: abc123, id: 7 }", "{ accessToken: •••, id: 7 }"),
    ("Authorization: Bearer abc.def-1", "Authorization: Bearer •••"),
    ("Authorization: \"Basic eDp5\"", "Authorization: \"Basic •••\""),
    (#"json: '{"api_key": "k-1"}'"#, #"json: '{"api_key": "•••"}'"#),
    (#"{\"client_secret\": \"k-1\"}"#, #"{\"client_secret\": \"•••\"}"#),
    ("GET https://a.example/x?token=abc&page=2", "GET https://a.example/x?token=•••&page=2"),
    ("Set-Cookie: id=4711; Path=/", "Set-Cookie: •••; Path=/"),
    ("X-Api-Key: 12345", "X-Api-Key: •••"),
    ("password: hunter2\nthe reader types \"hunter2\"", "password: •••\nthe reader types \"•••\""),
    ("\0password: hunter2", "\0password: •••"),
    // No secrets.
    ("password: !absent", "password: !absent"), ("token:\n  id: abc", "token:\n  id: abc"),
    ("tokenCount: 300", "tokenCount: 300"), ("the key: value", "the key: value"),
    ("token: <token>", "token: <token>"), ("password: abc\nabcdef", "password: •••\nabcdef"),
    ("token: null", "token: null"), ("tokens: 12", "tokens: 12"),
    ("token: \"<token>\"", "token: \"<token>\""), ("token: ${TOKEN}", "token: ${TOKEN}"),
    ("token: {id: abc}", "token: {id: abc}"), ("token: |\n  abc", "token: |\n  abc"),
  ])
  func `the values of keys with the name of a secret are masked`(text: String, masked: String) {
    var report = report(text)
    report.maskSecrets()
    #expect(report.text.description == masked)
  }

  @Test func `a report with sentences, which are not masked, has its secrets`() {
    var report = report("password: hunter2")
    report.maskSecrets()
    #expect(report.secrets == nil)
    var step = StepResult(
      text: "when the reader types \"hunter2\"", outcome: .passed, purpose: .act)
    step.sentences = ["the reader types \"hunter2\""]
    report = self.report("password: hunter2")
    report.steps = [step]
    report.maskSecrets()
    #expect(report.steps.map(\.text) == ["when the reader types \"•••\""])
    #expect(report.secrets == ["hunter2"])
  }

  @Test(arguments: "!\"<*&|>{[$'\\")
  func `a secret that begins with a sign is masked in text, JSON and values`(sign: Character)
    throws
  {
    let secret = "\(sign)s3cret\(sign)"
    let json = String(decoding: try JSONEncoder().encode(secret), as: UTF8.self)
    for text in ["password: \(json)", "{\"token\":\(json)}", "GET https://a.example/x"] {
      var report = report(text)
      report.steps = [
        SampleRecords.step("a", showing: .mapping([.init("password", .text(secret))]))
      ]
      report.maskSecrets()
      let page = try ReportFormat.html.text(for: SampleRecords.run([report]))
      for shown in [report.text.description, "\(report.steps)", page] {
        #expect(!shown.contains("s3cret"), "\(shown.prefix(300))")
      }
    }
    var plain = report("password: $s3cret\ntoken: '''t0ken'")
    plain.maskSecrets()
    #expect(plain.text.description == "password: •••\ntoken: '•••'")
  }

  @Test func `messages with a secret are masked in their values and keep their literals`() throws {
    let location = LampStory.location(line: 2, column: 1)
    let (word, part) = ("hunter2", "hunter")
    var report = report("password: hunter2")
    report.failures = [
      Failure("the step failed: \(word)", at: location, details: [didYouMean(word)]),
      Failure("it is \(part)2", at: location),
    ]
    report.notes = [Note("a warning was recorded: \(word)", at: location)]
    report.maskSecrets()
    for message in report.failures[0].messages + [report.notes[0].text] {
      let json = String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
      #expect(json.contains(#"{"value":"•••"}"#))
      #expect(!json.contains(word))
    }
    let german = try #require(StoryLanguage.named("de"))
    #expect(report.failures[0].message == "the step failed: •••")
    #expect(german.text(of: report.failures[0].messages[0]) == "der Schritt schlug fehl: •••")
    #expect(report.failures[1].message == "it is •••")
    #expect(report.failures[1].messages.map(\.english) == ["it is •••"])
  }

  @Test func `the whole observed value of a failure is masked`() {
    var failure = Failure(
      path: "a.yaml", line: 1, column: 1, lineText: "", message: "x", details: [], nanoseconds: 0)
    failure.observed = ["password: hunter2", "said: it is hunter2"]
    var report = SampleRecords.scenario(
      "A lamp", "x", verdict: .failed, text: "", failures: [failure])
    report.maskSecrets()
    #expect(report.failures[0].observed == ["password: •••", "said: it is •••"])
  }

  @Test func `a secret in a compared value is masked in the whole report`() {
    var step = SampleRecords.step("then request 1 was", showing: .text("it is hunter2"))
    step.compared = [
      ShownValue(name: "request 1 was", value: .mapping([.init("password", .text("hunter2"))]))
    ]
    var report = SampleRecords.scenario("A lamp", "x", text: "", steps: [step])
    report.maskSecrets()
    #expect(report.steps[0].shown.map(\.value.value) == [.text("it is •••")])
    #expect(
      report.steps[0].compared?.map(\.value.value) == [.mapping([.init("password", .text("•••"))])])
  }

  @Test func `what is translated of a failure and a note has no secret`() throws {
    var failure = Failure(
      "the check failed: \("hunter2")", at: LampStory.location(line: 3, column: 9),
      details: ["The app said \("hunter2")"])
    failure.crash = [failure.messages[0], " in Facts.load"]
    failure.observed = ["password: hunter2"]
    var report = SampleRecords.scenario(
      "A lamp", "x", verdict: .failed, text: "", failures: [failure])
    report.notes = [Note("a warning was recorded: \("hunter2")", at: failure.location)]
    report.maskSecrets()
    #expect(report.failures[0].messages == ["the check failed: •••", "The app said •••"])
    #expect(report.failures[0].crash == ["the check failed: •••", " in Facts.load"])
    #expect(report.notes[0].text == "a warning was recorded: •••")
    let json = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    #expect(!json.contains("hunter2"))
  }

  @Test func `no part of a report has a secret of any other part`() throws {
    var report = SampleRecords.scenario(
      "A lamp", "x", verdict: .failed, text: "then: the lamp is lit",
      steps: [
        SampleRecords.step(
          "when hunter2 is typed",
          showing: .mapping([
            .init("password", .text("hunter2")), .init("pinSecret", .integer(471142)),
            .init("said", .list([.text("it is hunter2")])),
          ]))
      ],
      failures: [
        Failure(
          path: "a.yaml", line: 1, column: 1, lineText: "  x: hunter2", message: "not hunter2",
          details: ["  hunter2", "471142"],
          differences: [
            Difference(
              path: ValuePath([.key("token")]), expected: "tok-1", actual: .text("tok-2"),
              range: LampStory.range(line: 4), note: "not tok-1")
          ], nanoseconds: 0)
      ],
      events: [.init(kind: .request, nanoseconds: 0, request: 1, text: "GET /tok-1?of=hunter2")])
    report.events[0].traffic = .request(
      method: "GET", url: "/tok-1?of=hunter2", stub: "/tok-1?of=hunter2")
    report.trace = "hunter2 tok-2"
    report.output = "hunter2"
    report.notes = [Note("not used: tok-1", at: report.failures[0].location)]
    report.maskSecrets()
    let run = SampleRecords.run([report])
    for format in ReportFormat.allCases {
      let text = try format.text(for: run)
      for secret in ["hunter2", "471142", "tok-1", "tok-2"] {
        #expect(!text.contains(secret), "\(secret) in \(format)")
      }
    }
    #expect(!FailureText().text(for: report).contains("hunter2"))
    #expect(FailureText().text(for: report).contains("expected  token: •••"))
  }
}
