import Foundation
import StoryTestSupport
import Testing

@Suite("Invalid server answers")
struct TransportDiagnosticTests {
  @Test(arguments: [
    (
      "{ file: fixtures/new.txt }",
      """
      s.yaml:7:17: error: there is no file "fixtures/new.txt"
        7 |         { file: fixtures/new.txt }
          |                 ^~~~~~~~~~~~~~~~
        Did you mean: fixtures/news.txt
      """
    ),
    (
      "{ file: ../secret.txt }",
      """
      s.yaml:7:17: error: "../secret.txt" is outside the scenarios folder
        7 |         { file: ../secret.txt }
          |                 ^~~~~~~~~~~~~
        Put the file next to the story, for example in a folder "fixtures".
      """
    ),
    (
      "{ file: /etc/passwd }",
      """
      s.yaml:7:17: error: "/etc/passwd" is outside the scenarios folder
        7 |         { file: /etc/passwd }
          |                 ^~~~~~~~~~~
        Put the file next to the story, for example in a folder "fixtures".
      """
    ),
    (
      "{ file: fixtures/way-out/secret.txt }",
      """
      s.yaml:7:17: error: "fixtures/way-out/secret.txt" is outside the scenarios folder
        7 |         { file: fixtures/way-out/secret.txt }
          |                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~
        Put the file next to the story, for example in a folder "fixtures".
      """
    ),
    (
      "{ file: fixtures }",
      """
      s.yaml:7:17: error: "fixtures" is a folder, not a file
        7 |         { file: fixtures }
          |                 ^~~~~~~~
      """
    ),
    (
      "{ file: fixtures/pipe }",
      """
      s.yaml:7:17: error: "fixtures/pipe" is a pipe, not a file
        7 |         { file: fixtures/pipe }
          |                 ^~~~~~~~~~~~~
      """
    ),
    (
      "{ file: fixtures/huge.json }",
      """
      s.yaml:7:17: error: "fixtures/huge.json" is larger than 64 MiB
        7 |         { file: fixtures/huge.json }
          |                 ^~~~~~~~~~~~~~~~~~
        Use a shorter file.
      """
    ),
    (
      "{ file: \"\" }",
      """
      s.yaml:7:17: error: missing file name
        7 |         { file: "" }
          |                 ^~
      """
    ),
    (
      "{ fail: timed out }",
      """
      s.yaml:7:11: error: unknown key "fail"
        7 |         { fail: timed out }
          |           ^~~~
        Did you mean: fails
      """
    ),
    (
      "{ fails: time out }",
      """
      s.yaml:7:18: error: unknown failure "time out"
        7 |         { fails: time out }
          |                  ^~~~~~~~
        Did you mean: timed out
      """
    ),
    (
      "{ fails: bad status 200 }",
      """
      s.yaml:7:18: error: unknown failure "bad status 200"
        7 |         { fails: bad status 200 }
          |                  ^~~~~~~~~~~~~~
        Did you mean: bad status 404
      """
    ),
    (
      "{ fails: the end }",
      """
      s.yaml:7:18: error: unknown failure "the end"
        7 |         { fails: the end }
          |                  ^~~~~~~
        Known failures: not connected to the internet, cannot find host, cannot connect to host, \
      timed out, connection lost, never answers, bad status, bad status 404
      """
    ),
    (
      "{ fails: timed out, status: 404 }",
      """
      s.yaml:7:37: error: an answer with \"fails\" can't have a status or headers, or stay open
        7 |         { fails: timed out, status: 404 }
          |                                     ^~~
        Remove it, or remove "fails".
      """
    ),
    (
      "{ text: a, json: 1 }",
      """
      s.yaml:7:20: error: an answer has "text" or "json", not both
        7 |         { text: a, json: 1 }
          |                    ^~~~
        Remove one of them.
      """
    ),
    (
      "{ text: a, times: 0 }",
      """
      s.yaml:7:27: error: \"times\" must be at least 1, not 0
        7 |         { text: a, times: 0 }
          |                           ^
        Omit "times" for an answer to every request.
      """
    ),
    (
      "{ status: 600 }",
      """
      s.yaml:7:19: error: 600 is not an HTTP status; use a number from 100 to 599
        7 |         { status: 600 }
          |                   ^~~
        Use a status such as 200, 404 or 500.
      """
    ),
    (
      "{ headers: { a b: c } }",
      """
      s.yaml:7:20: error: "a b" is not a valid header field name
        7 |         { headers: { a b: c } }
          |                    ^~~~~~~~~~
        Use a name without spaces and colons, such as Content-Type.
      """
    ),
    (
      "{ json: { a: !contains b } }",
      """
      s.yaml:7:22: error: JSON doesn't support tags, but this begins with "!contains"
        7 |         { json: { a: !contains b } }
          |                      ^~~~~~~~~~~
      """
    ),
    (
      "{ after: 100, text: a }",
      """
      s.yaml:7:18: error: "100" has no unit
        7 |         { after: 100, text: a }
          |                  ^~~
        Write a number and a unit, such as 100 ms; the units are ms, s, min, h and d.
      """
    ),
    (
      "[]",
      """
      s.yaml:7:9: error: the list of answers is empty
        7 |         []
          |         ^~
        Example: [{ status: 200 }]
      """
    ),
    (
      "Rain",
      """
      s.yaml:7:9: error: an answer must be a mapping, but this is the text "Rain"
        7 |         Rain
          |         ^~~~
        Did you mean: { text: Rain }
        Other examples: { json: { id: 1 } }, { file: fixtures/a.json }, { status: 404 }
      """
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
      #expect(outcome.diagnostics == diagnostic)
    }
  }

  @Test(arguments: [
    (
      "{ after: 1 s }",
      """
      s.yaml:5:64: error: the failure has no name
        5 |     given: { the server fails GET https://news.example/latest: { after: 1 s } }
          |                                                                ^~~~~~~~~~~~~~
        Example: { error: timed out, after: 1 s }
      """
    ),
    (
      "{ error: timed out, times: 0 }",
      """
      s.yaml:5:91: error: \"times\" must be at least 1, not 0
        5 |     given: { the server fails GET https://news.example/latest: { error: timed out, times: 0 } }
          |                                                                                           ^
        Omit "times" for an answer to every request.
      """
    ),
  ])
  func `an invalid server failure is reported at its location`(
    data: String, diagnostic: String
  ) async {
    let outcome = await tell(
      scenario: "given: { the server fails GET https://news.example/latest: \(data) }",
      to: NewsModule.self)
    #expect(outcome.diagnostics == diagnostic)
  }
}
