import Foundation
import ScenarioKit
import Testing

@Suite("What scenarios studio writes", .timeLimit(.minutes(10)))
struct StudioSavingTests {
  private static func saving(_ text: String, over base: String) throws -> String {
    try (["path": "facts.yaml", "text": .text(text), "base": .text(base)] as Value).json()
  }

  @Test func `a file keeps the line ends that it has`() throws {
    let windows = RunningStudio.story.replacing("\n", with: "\r\n")
    let studio = try RunningStudio(files: ["Scenarios/facts.yaml": windows])
    let token = try studio.enter()
    let opened = try studio.post("/open", #"{"path":"facts.yaml"}"#, token: token)
    #expect(!opened.split(separator: "\r\n\r\n").dropFirst().joined().contains(#"\r"#))
    let text = RunningStudio.story.replacing("appears", with: "comes")
    let answer = try studio.post(
      "/save", try Self.saving(text, over: RunningStudio.story), token: token)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    let file = studio.folder.url.appending(path: "Scenarios/facts.yaml")
    #expect(try Data(contentsOf: file) == Data(windows.replacing("appears", with: "comes").utf8))
  }

  @Test func `a file that is not UTF-8 is not replaced by what the page could read of it`() throws {
    let studio = try RunningStudio()
    let file = studio.folder.url.appending(path: "Scenarios/facts.yaml")
    let bytes = Data(RunningStudio.story.utf8) + [UInt8(ascii: "#"), 0xFF]
    try bytes.write(to: file)
    let base = String(decoding: bytes, as: UTF8.self)
    let answer = try studio.post(
      "/save", try Self.saving(base + "\n", over: base), token: try studio.enter())
    #expect(answer.hasPrefix("HTTP/1.1 409 "))
    #expect(answer.contains("this file is not UTF-8"))
    #expect(!answer.contains(#""text":"#))
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `each of a hundred pages that wait sees what one of them saves`() throws {
    let studio = try RunningStudio()
    let token = try studio.enter()
    func save(_ path: String) throws -> String {
      let answer = try studio.post(
        "/save", #"{"path":"\#(path)","text":"story: A\n"}"#, token: token)
      let seen = try #require(answer.firstMatch(of: /\{"seen":"\w+"\}/))
      return String(seen.0)
    }
    let before = try save("one.yaml")
    let pages = try (0..<100).map { _ in
      try studio.begin(studio.request("/wait", before, token: token))
    }
    defer { for page in pages { close(page) } }
    let after = try save("two.yaml")
    #expect(after != before)
    for page in pages { #expect(RunningStudio.answer(on: page).hasSuffix(after)) }
  }

  @Test func `a folder of stories that is gone is reported as gone`() throws {
    let studio = try RunningStudio()
    let token = try studio.enter()
    try FileManager.default.removeItem(at: studio.folder.url.appending(path: "Scenarios"))
    let answer = try studio.post("/open", #"{"path":"facts.yaml"}"#, token: token)
    #expect(answer.hasPrefix("HTTP/1.1 404 "))
    #expect(answer.contains("no longer exists"))
  }

  static func newStory(_ path: String) -> String {
    #"{"path":"\#(path)","title":"Ein Titel","scenario":"A: b","module":"facts","language":"de"}"#
  }

  @Test func `a new story has the words of its language, and never replaces a file`() throws {
    let studio = try RunningStudio()
    let token = try studio.enter()
    for (path, isNew) in [("new.yaml", true), ("facts.yaml", false)] {
      let answer = try studio.post("/new-story", Self.newStory(path), token: token)
      #expect(answer.hasSuffix("{\"isNew\":\(isNew)}"))
    }
    #expect(try studio.folder.text(of: "Scenarios/facts.yaml") == RunningStudio.story)
    #expect(
      try studio.folder.text(of: "Scenarios/new.yaml") == """
        Geschichte: Ein Titel
        Modul: facts

        Szenarien:
          - Szenario: "A: b"
            überspringen: noch nicht geschrieben

        """)
  }
}
