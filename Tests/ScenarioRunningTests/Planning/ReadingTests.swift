import Foundation
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Reading of requested stories")
struct ReadingTests {
  private static let story = "story: A\nmodule: b\nscenarios:\n  - scenario: C\n    when: d\n"

  private func read(
    _ texts: [String], files: [String: String]
  ) async throws -> ScenariosFolder.Finding {
    var reading: ScenariosFolder.Finding?
    try await withFolder(files) { folder in
      let base = folder.url.deletingLastPathComponent().path
      reading = ScenariosFolder(folder.url.path, shownAs: "Scenarios").read(texts, from: base)
    }
    return try #require(reading)
  }

  @Test(
    arguments: [
      ([], ["a.yaml", "b/c.yaml", "b/d/e.yml"], []),
      (["Scenarios/b/d"], ["b/d/e.yml"], ["Scenarios/b/d"]),
      (["./Scenarios//b/"], ["b/c.yaml", "b/d/e.yml"], ["Scenarios/b"]),
      (
        ["Scenarios/b/c.yaml:2", "Scenarios/a.yaml", "Scenarios/b/c.yaml:5:3"],
        ["a.yaml", "b/c.yaml"],
        ["Scenarios/b/c.yaml", "Scenarios/a.yaml", "Scenarios/b/c.yaml"]
      ),
    ] as [([String], [String], [String])])
  func `only the requested files and folders are read`(
    texts: [String], paths: [String], targets: [String]
  ) async throws {
    let reading = try await read(
      texts, files: ["b/d/e.yml": Self.story, "a.yaml": Self.story, "b/c.yaml": Self.story])
    #expect(reading.sources.map(\.file.source.path) == paths.map { "Scenarios/\($0)" })
    #expect(reading.targets.map(\.path) == targets)
    #expect(reading.problems == [])
  }

  @Test(arguments: [
    ("facts", "Scenarios/facts"), ("Facts.yaml", "Scenarios/facts/facts.yaml"),
    ("facts:12", "Scenarios/facts/facts.yaml:12"), ("Scenarois/feeds/", "Scenarios/feeds"),
    ("Scenarios/fcats/odd-fact", "Scenarios/facts/odd-facts.yml"),
    ("Scenarios/odd-facts.yaml", "Scenarios/facts/odd-facts.yml"),
    ("feed/feeds.yml", "Scenarios/feeds/feeds.yaml"),
    ("übr", "Scenarios/über.yaml"),
  ])
  func `an unknown path is reported with the nearest path`(
    text: String, nearest: String
  ) async throws {
    let reading = try await read(
      [text],
      files: [
        "facts/facts.yaml": "", "facts/odd-facts.yml": "", "feeds/feeds.yaml": "",
        "über.yaml": "",
      ])
    let typed = Selection.Target(text).path
    #expect(
      reading.problems.map(\.text)
        == ["there is no file or folder \"\(typed)\"\n  Did you mean: \(nearest)"])
    #expect(reading.sources.isEmpty && reading.targets.isEmpty)
  }

  @Test func `a line past the end of a file is reported`() async throws {
    for (end, last) in [("\n", 5), ("", 5), ("\n\n", 6), ("\r\n", 5)] {
      let text = String(Self.story.dropLast()) + end
      let reading = try await read(
        ["Scenarios/a.yaml:\(last)", "Scenarios/a.yaml:\(last + 1)"], files: ["a.yaml": text])
      #expect(
        reading.problems.map(\.text) == [
          "Scenarios/a.yaml has no line \(last + 1) (it has \(last))"
        ])
      #expect(reading.targets.map(\.line) == [last])
    }
  }

  @Test func `a line in an empty file is not reported separately`() async throws {
    let reading = try await read(["Scenarios/a.yaml:3"], files: ["a.yaml": ""])
    #expect(reading.problems == [])
    #expect(reading.sources.first?.file.isRunnable == false)
  }

  @Test func `a path that ends like a line number is found`() async throws {
    let reading = try await read(["Scenarios/a:12"], files: ["a:12/b.yaml": Self.story])
    #expect(reading.targets == [Selection.Target(path: "Scenarios/a:12")])
  }

  @Test func `a file reached through a symbolic link is found by its path`() async throws {
    try await withFolder(["a.yaml": Self.story, "../b.yaml": Self.story]) { folder in
      try folder.link("c.yaml", to: "../b.yaml")
      let reading = ScenariosFolder(folder.url.path, shownAs: "S").read(
        [folder.url.path + "/c.yaml:2"])
      #expect(reading.problems == [])
      #expect(reading.sources.map(\.file.source.path) == ["S/c.yaml"])
    }
  }

  @Test func `a missing scenarios folder is the only problem reported`() {
    let reading = ScenariosFolder("/nowhere", shownAs: "Scenarios").read(["a", "b"])
    #expect(reading.problems.map(\.text) == ["there is no folder \"Scenarios\""])
  }
}
