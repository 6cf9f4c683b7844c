import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Scenarios folders")
struct ScenariosFolderTests {
  /// Returns the paths of the stories in a folder, or the error.
  private func paths(_ folder: ScenariosFolder) -> [String] {
    do throws(Diagnostic) {
      return try folder.read().map(\.file.source.path)
    } catch {
      return [error.text]
    }
  }

  /// Returns the target in a folder for a text that a person typed, or the error.
  private func target(_ text: String, in folder: ScenariosFolder) -> String {
    do throws(Diagnostic) {
      let target = try folder.target(for: text)
      return target.path + (target.line.map { " line \($0)" } ?? "")
    } catch {
      return error.text
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: [String]
    var links: [String: String] = [:]
    let paths: [String]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "the order of paths",
      files: [
        "b.yaml", "a/z.yml", "a/b/c.yaml", "a.yaml", "über.yaml", "notes.md", "c.yaml.bak", "yaml",
        ".hidden.yaml", ".git/d.yaml", "a/.cache/e/f.yaml", "fixtures/g.yaml",
        "a/fixtures/b/h.yml", "fixtures.yaml", "fixtures-old/i.yaml", "A.YAML", "a/Y.Yml",
        "B.YAMLX",
      ],
      paths: [
        "S/A.YAML", "S/a.yaml", "S/a/Y.Yml", "S/a/b/c.yaml", "S/a/z.yml", "S/b.yaml",
        "S/fixtures-old/i.yaml", "S/fixtures.yaml", "S/über.yaml",
      ]),
    Case(
      testDescription: "linked folders, and a cycle of links",
      files: [
        "a/b.yaml", "../shared/c.yaml", "../shared/d/e.yml", "../shared/fixtures/f.yaml",
        "../shared/g.txt",
      ],
      links: [
        "a/linked": "../../shared", "a/up": "..", "a/self": ".", "h.yaml": "../shared/c.yaml",
        "fixtures": "../shared",
      ], paths: ["S/a/b.yaml", "S/a/linked/c.yaml", "S/a/linked/d/e.yml", "S/h.yaml"]),
    Case(
      testDescription: "no story", files: ["fixtures/a.yaml", "b.md"],
      paths: ["there is no story in \"S\": no file in it ends in .yaml or .yml"]),
    Case(
      testDescription: "a fixture that leads nowhere", files: ["a/b.yaml"],
      links: ["fixtures/gone": "../nowhere"], paths: ["S/a/b.yaml"]),
    // It may have led to stories.
    Case(
      testDescription: "a link that leads nowhere", files: ["a/b.yaml"],
      links: ["a/gone": "../nowhere"],
      paths: ["the link \"S/a/gone\" leads to no file or folder\n  Correct the link, or delete it."]
    ),
  ]

  @Test(arguments: cases)
  func `a scenarios folder lists its stories, or says why there are none`(test: Case) async throws {
    let files = Dictionary(uniqueKeysWithValues: test.files.map { ($0, "") })
    try await withFolder(files) { folder in
      for (link, destination) in test.links { try folder.link(link, to: destination) }
      #expect(paths(ScenariosFolder(folder.url.path, shownAs: "S/")) == test.paths)
    }
  }

  @Test func `story paths start with the folder's display path`() async throws {
    try await withFolder(["a/b.yaml": ""]) { folder in
      let path = folder.url.path
      #expect(paths(ScenariosFolder(path)) == ["\(path)/a/b.yaml"])
      #expect(paths(ScenariosFolder(path, shownAs: ".")) == ["a/b.yaml"])
      #expect(paths(ScenariosFolder(path + "/a/..//", shownAs: "S")) == ["S/a/b.yaml"])
    }
  }

  @Test func `file names in a story are relative to the story's folder`() async throws {
    try await withFolder([
      "a/b/c.yaml": scenario(
        "news",
        """
        given:
          - the server answers GET https://news.example/a: { file: d.txt }
          - the server answers GET https://news.example/b: { file: ../e.txt }
          - the server answers GET https://news.example/c: { file: ../../../f.txt }
        """),
      "a/b/d.txt": "", "a/e.txt": "", "../f.txt": "",
    ]) { folder in
      let sources = try ScenariosFolder(folder.url.path, shownAs: ".").read()
      let plan = Plan(sources, vocabularies: [Vocabulary(of: NewsModule.self)])
      #expect(plan.errors.map(\.message) == ["\"../../../f.txt\" is outside the scenarios folder"])
    }
  }

  @Test func `a link to a folder around it is named as the reason why there is no story`()
    async throws
  {
    let reason = "\"S/a/up\" is a loop: it links to a folder that contains it"
    try await withFolder(["a/b.txt": ""]) { folder in
      try folder.link("a/up", to: "..")
      let scenarios = ScenariosFolder(folder.url.path, shownAs: "S")
      #expect(paths(scenarios) == ["there is no story in \"S\": \(reason)"])
      try folder.link("c.yaml", to: "a/b.txt")
      #expect(
        scenarios.find([folder.url.path + "/a/up"]).problems.map(\.message) == [
          "there is no story in \"S/a/up\": \(reason)"
        ])
    }
  }

  @Test func `a story in a linked folder reads files of that folder, but no others`() async throws {
    try await withFolder([
      "../shared/a/b.yaml": scenario(
        "news",
        """
        given:
          - the server answers GET https://news.example/a: { file: c.txt }
          - the server answers GET https://news.example/b: { file: ../d.txt }
          - the server answers GET https://news.example/c: { file: ../e.txt }
        """),
      "../shared/a/c.txt": "", "../shared/d.txt": "", "../secret.txt": "",
    ]) { folder in
      try folder.link("linked", to: "../shared")
      try folder.link("../shared/e.txt", to: "../secret.txt")
      let sources = try ScenariosFolder(folder.url.path, shownAs: ".").read()
      let plan = Plan(sources, vocabularies: [Vocabulary(of: NewsModule.self)])
      #expect(
        plan.brokenFiles.flatMap(\.diagnostics).map(\.message) == [
          "\"../e.txt\" is outside the scenarios folder"
        ])
    }
  }

  @Test func `a folder with the extension of a story is reported`() async throws {
    try await withFolder(["a.yaml/b.txt": ""]) { folder in
      let sources = try ScenariosFolder(folder.url.path, shownAs: ".").read()
      #expect(
        sources.map { DiagnosticFormatter().format($0.file.diagnostics) } == [
          "a.yaml:1:1: error: this is a folder, not a file"
        ])
    }
  }

  @Test func `a missing scenarios folder is reported`() async throws {
    try await withFolder(["a.yaml": ""]) { folder in
      for path in ["missing", "a.yaml"] {
        #expect(
          paths(ScenariosFolder(folder.url.path + "/" + path, shownAs: path)) == [
            "there is no folder \"\(path)\""
          ])
      }
    }
  }

  @Test func `an absolute path in the scenarios folder becomes a target`() async throws {
    try await withFolder(["a/b.yaml": ""]) { folder in
      let path = folder.url.path
      let shown = ScenariosFolder(path, shownAs: "Scenarios")
      #expect(
        ["/a/b.yaml", "/a/b.yaml:12", "/a/", ""].map { target(path + $0, in: shown) } == [
          "Scenarios/a/b.yaml", "Scenarios/a/b.yaml line 12", "Scenarios/a", "Scenarios",
        ])
      let here = ScenariosFolder(path, shownAs: ".")
      #expect(target(path + "/a/../a/b.yaml", in: here) == "a/b.yaml")
      #expect(target(path, in: here) == ".")
    }
  }

  @Test func `a real path matches a scenarios folder that is a symbolic link`() async throws {
    try await withFolder(["Stories/a.yaml": ""]) { folder in
      try folder.link("link", to: "Stories")
      let linked = ScenariosFolder(folder.url.path + "/link", shownAs: "link")
      #expect(target(folder.url.path + "/Stories/a.yaml", in: linked) == "link/a.yaml")
      #expect(paths(linked) == ["link/a.yaml"])
    }
  }

  @Test func `a line number after a folder path is refused`() async throws {
    try await withFolder(["a/b.yaml": ""]) { folder in
      let scenarios = ScenariosFolder(folder.url.path, shownAs: "Scenarios")
      let inner = folder.url.path + "/a"
      #expect(
        target(inner + ":5", in: scenarios)
          == "\"\(inner)\" is a folder, which has no lines; name a file")
      #expect(target(inner, in: scenarios) == "Scenarios/a")
    }
  }

  @Test func `a path outside the scenarios folder is refused`() async throws {
    try await withFolder(["a.yaml": "", "../Scenarios-old/b.yaml": ""]) { folder in
      let scenarios = ScenariosFolder(folder.url.path, shownAs: "Scenarios")
      let outside = folder.url.path + "-old/b.yaml"
      #expect(
        target(outside, in: scenarios)
          == """
          "\(outside)" is not in the scenarios folder, "Scenarios"
            Move it there, or specify another folder with --folder.
          """)
      #expect(
        target("/nowhere.yaml:3", in: scenarios)
          == "there is no file or folder \"/nowhere.yaml\"\n  Run \"scenarios list\" to see all scenarios."
      )
    }
  }
}
