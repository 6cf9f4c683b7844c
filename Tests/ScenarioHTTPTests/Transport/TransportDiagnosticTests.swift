import Foundation
import StoryTestSupport
import Testing

@Suite("Invalid server answers")
struct TransportDiagnosticTests {
  @Test(arguments: [
    (
      "{ file: fixtures/new.txt }",
      #"7:17-33: there is no file "fixtures/new.txt"; Did you mean: fixtures/news.txt"#
    ),
    (
      "{ file: ../secret.txt }",
      #"7:17-30: "../secret.txt" is outside the scenarios folder; Put the file next to the story, for example in a folder "fixtures"."#
    ),
    (
      "{ file: /etc/passwd }",
      #"7:17-28: "/etc/passwd" is outside the scenarios folder; Put the file next to the story, for example in a folder "fixtures"."#
    ),
    (
      "{ file: fixtures/way-out/secret.txt }",
      #"7:17-44: "fixtures/way-out/secret.txt" is outside the scenarios folder; Put the file next to the story, for example in a folder "fixtures"."#
    ),
    ("{ file: fixtures }", #"7:17-25: "fixtures" is a folder, not a file"#),
    ("{ file: fixtures/pipe }", #"7:17-30: "fixtures/pipe" is a pipe, not a file"#),
    (
      "{ file: fixtures/huge.json }",
      #"7:17-35: "fixtures/huge.json" is larger than 64 MiB; Use a shorter file."#
    ),
    ("{ file: \"\" }", "7:17-19: missing file name"),
    ("{ fail: timed out }", #"7:11-15: unknown key "fail"; Did you mean: fails"#),
    ("{ fails: time out }", #"7:18-26: unknown failure "time out"; Did you mean: timed out"#),
    (
      "{ fails: bad status 200 }",
      #"7:18-32: unknown failure "bad status 200"; Did you mean: bad status 404"#
    ),
    (
      "{ fails: the end }",
      #"7:18-25: unknown failure "the end"; Known failures: not connected to the internet, cannot find host, cannot connect to host, timed out, connection lost, never answers, bad status, bad status 404"#
    ),
    (
      "{ fails: timed out, status: 404 }",
      #"7:37-40: an answer with "fails" can't have a status or headers, or stay open; Remove it, or remove "fails"."#
    ),
    (
      "{ text: a, json: 1 }",
      #"7:20-24: an answer has "text" or "json", not both; Remove one of them."#
    ),
    (
      "{ text: a, times: 0 }",
      #"7:27-28: "times" must be at least 1, not 0; Omit "times" for an answer to every request."#
    ),
    (
      "{ status: 600 }",
      "7:19-22: 600 is not an HTTP status; use a number from 100 to 599; Use a status such as 200, 404 or 500."
    ),
    (
      "{ headers: { a b: c } }",
      #"7:20-30: "a b" is not a valid header field name; Use a name without spaces and colons, such as Content-Type."#
    ),
    (
      "{ json: { a: !contains b } }",
      #"7:22-33: JSON doesn't support tags, but this begins with "!contains""#
    ),
    (
      "{ after: 100, text: a }",
      #"7:18-21: "100" has no unit; Write a number and a unit, such as 100 ms; the units are ms, s, min, h and d."#
    ),
    ("[]", "7:9-11: the list of answers is empty; Example: [{ status: 200 }]"),
    (
      "Rain",
      #"7:9-13: an answer must be a mapping, but this is the text "Rain"; Did you mean: { text: Rain }; Other examples: { json: { id: 1 } }, { file: fixtures/a.json }, { status: 404 }"#
    ),
  ])
  func `an invalid server answer is reported at its location`(
    answer: String, diagnostic: String
  ) async throws {
    try await withFolder(["fixtures/news.txt": "Sun\n"]) { folder in
      try folder.write("hidden", to: "../secret.txt")
      try folder.link("fixtures/way-out", to: "../..")
      try #require(mkfifo(folder.url.appending(path: "fixtures/pipe").path, 0o600) == 0)
      // A file with a hole takes no space.
      try folder.write("", to: "fixtures/huge.json")
      try #require(truncate(folder.url.appending(path: "fixtures/huge.json").path, 1 << 40) == 0)
      let outcome = await tell(
        server(answer, shows: "!any"), to: NewsModule.self, in: folder.stories)
      #expect(outcome.errors == [diagnostic])
    }
  }

  @Test(arguments: [
    (
      "{ after: 1 s }",
      "5:64-78: the failure has no name; Example: { error: timed out, after: 1 s }"
    ),
    (
      "{ error: timed out, times: 0 }",
      #"5:91-92: "times" must be at least 1, not 0; Omit "times" for an answer to every request."#
    ),
  ])
  func `an invalid server failure is reported at its location`(
    data: String, diagnostic: String
  ) async {
    let outcome = await tell(
      scenario: "given: { the server fails GET https://news.example/latest: \(data) }",
      to: NewsModule.self)
    #expect(outcome.errors == [diagnostic])
  }
}
