import ScenarioLanguage
import ScenarioRunner
import Synchronization
import Testing

@Suite("A plan in parts")
struct PlanPartsTests {
  private static let scenariosInFile = 300

  /// Eight files of 300 scenarios, one of each with a tag, and one file with a mistake.
  private var files: [String: String] {
    var files: [String: String] = [:]
    for number in 1...8 {
      var text = "story: Lamps \(number)\nmodule: lamp\nscenarios:\n"
      for index in 1...Self.scenariosInFile {
        let tags = index == 7 ? ", tags: [smoke]" : ""
        text += "  - { scenario: N\(index)\(tags), then: { the lamp is: off } }\n"
      }
      files["\(number).yaml"] = text
    }
    files["9.yaml"] = "story: Broken\nmodule: lamp\n"
    return files
  }

  private func parts(
    in folder: TemporaryFolder, _ selection: Selection = Selection(), jobs: Int = 2
  ) async -> [PlanParts.Part] {
    let finding = ScenariosFolder(folder.url.path, shownAs: "S").find([])
    let plan = PlanParts(
      finding, vocabularies: [Vocabulary(of: LampModule.self)], selection: selection, jobs: jobs)
    var parts: [PlanParts.Part] = []
    while let part = await plan.next() {
      parts.append(part)
      #expect(part.isLast == !part.brokenFiles.isEmpty)
    }
    return parts
  }

  @Test(arguments: [1, 2, 3])
  func `has what the whole plan has, in its order`(jobs: Int) async throws {
    try await withFolder(files) { folder in
      let parts = await parts(in: folder, jobs: jobs)
      #expect(parts.count > 1)
      let reading = ScenariosFolder(folder.url.path, shownAs: "S").read([])
      let whole = Plan(reading.sources, vocabularies: [Vocabulary(of: LampModule.self)])
      #expect(whole.scenarios.count == 8 * Self.scenariosInFile)
      #expect(parts.flatMap(\.scenarios).map(\.id) == whole.scenarios.map(\.id))
      #expect(parts.flatMap(\.brokenFiles).map(\.id) == ["S/9.yaml"])
    }
  }

  @Test func `has few scenarios of many in one part`() async throws {
    try await withFolder(files) { folder in
      let parts = await parts(in: folder, Selection(tags: try TagExpression("@smoke")))
      #expect(parts.map(\.scenarios.count) == [8])
      #expect(parts.first?.sources.count == 8)
    }
  }

  @Test func `counts the warnings of all files`() async throws {
    let repeated =
      "story: Lamps 1\nmodule: lamp\nscenarios:\n  - { scenario: N1, then: { the lamp is: off } }\n"
    try await withFolder(files.merging(["other.yaml": repeated]) { $1 }) { folder in
      let plan = PlanParts(
        ScenariosFolder(folder.url.path, shownAs: "S").find([]),
        vocabularies: [Vocabulary(of: LampModule.self)], selection: Selection(), jobs: 2)
      while await plan.next() != nil {}
      #expect(await plan.warningCount == 1)
    }
  }

  @Test func `says what is wrong with the steps of the modules that its files name`() async throws {
    let files = ["1.yaml": story(of: "lamp"), "2.yaml": story(of: "doubled")]
    try await withFolder(files) { folder in
      let plan = PlanParts(
        ScenariosFolder(folder.url.path, shownAs: "S").find([]),
        vocabularies: [Vocabulary(of: LampModule.self), Vocabulary(of: DoubledModule.self)],
        selection: Selection(), jobs: 1)
      let messages = await plan.next()?.problems.map(\.message) ?? []
      #expect(messages.count == 1)
      #expect(messages.first?.hasPrefix("\"the lamp is on\" is defined already, at ") == true)
    }
  }

  @Test func `reads no steps of other modules`() async throws {
    try await withFolder(["1.yaml": story(of: "lamp")]) { folder in
      let plan = PlanParts(
        ScenariosFolder(folder.url.path, shownAs: "S").find([]),
        vocabularies: [Vocabulary(of: LampModule.self), Vocabulary(of: CountedModule.self)],
        selection: Selection(), jobs: 1)
      #expect(await plan.next()?.scenarios.count == 1)
      #expect(CountedModule.readings.withLock { $0 } == 0)
      #expect(Vocabulary(of: CountedModule.self).problems == [])
      #expect(CountedModule.readings.withLock { $0 } == 1)
    }
  }

  private func story(of module: String) -> String {
    "story: S \(module)\nmodule: \(module)\nscenarios:\n"
      + "  - { scenario: N, then: { the lamp is: off } }\n"
  }
}

@MainActor
private final class DoubledModule: Module {
  nonisolated static let name = "doubled"

  nonisolated static var steps: Steps {
    Given<DoubledModule>("the lamp is on") { _ in }
    Given<DoubledModule>("the lamp is on") { _ in }
  }

  init(_ context: ScenarioContext) {}
}

/// Counts how often somebody reads its steps.
@MainActor
private final class CountedModule: Module {
  nonisolated static let name = "counted"
  nonisolated static let readings = Mutex(0)

  nonisolated static var steps: Steps {
    let _ = readings.withLock { $0 += 1 }
    Given<CountedModule>("nothing is there") { _ in }
  }

  init(_ context: ScenarioContext) {}
}
