import Foundation
import ScenarioEngine
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioResults
import Testing

#if Live
import ScenarioLive
#endif

/// Tests of the rules for requests and answers: the stories in `Cases`, with what a terminal shows.
@Suite("Server cases")
struct ServerCasesTests {
  @Test(arguments: ServerCase.all)
  func `a server case prints its expected output`(rule: ServerCase) throws {
    let shown = rule.run()
    // Rewrites the expected output after an intended change, for review.
    if ProcessInfo.processInfo.environment["WRITE_CASES"] != nil {
      try shown.write(to: rule.file("txt"), atomically: true, encoding: .utf8)
      Issue.record("the case was written anew, not checked")
    } else {
      #expect(try shown == String(contentsOf: rule.file("txt"), encoding: .utf8))
    }
  }

  #if Live
  @Test func `tagged server cases have the same results over HTTP`() async {
    // In a process of its own, because the simulations of other tests occupy the threads here.
    await #expect(processExitsWith: .success) {
      let scenarios = ServerCase.all.flatMap { $0.plan.scenarios }.filter {
        $0.tags.contains(LiveRunner.tag)
      }
      #expect(scenarios.count >= 20)
      let runner = try await LiveRunner(LoopbackServer.self)
      for scenario in scenarios {
        let simulated = Runner(keepsShown: true).run(scenario)
        let live = await runner.run(scenario, after: simulated)
        #expect(live.verdict == .passed, "\(scenario.name)")
        #expect(live.failures.map(\.message) == [], "\(scenario.name)")
        #expect(live.notes.map(\.message) == simulated.notes.map(\.message), "\(scenario.name)")
      }
      await runner.stop()
    }
  }
  #endif
}

/// A story in `Cases` with its expected output beside it.
struct ServerCase: Sendable, CustomTestStringConvertible {
  let name: String

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Cases")

  static let all: [ServerCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map {
      ServerCase(name: String($0.dropLast(5)))
    }
  }()

  var testDescription: String { name }

  var plan: Plan {
    let folder = StoryFolder(story: Self.folder, root: Self.folder)
    let source = StorySource(
      file: StoryFile(path: file("yaml").path, shownAs: "story.yaml"), folder: folder)
    return Plan([source], vocabularies: [Vocabulary(of: ClientModule.self)])
  }

  func file(_ ending: String) -> URL { Self.folder.appending(path: "\(name).\(ending)") }

  /// Runs the story and returns the terminal output without real time.
  func run() -> String {
    let plan = plan
    var report = TerminalReport(style: TextStyle(isColored: false), listsAll: true)
    for file in plan.brokenFiles { report.add(file) }
    var results: [Int: ScenarioResult] = [:]
    Runner().run(Selection().select(from: plan.scenarios)) { results[$0] = $1 }
    var shown = ""
    for (_, result) in results.sorted(by: { $0.key < $1.key }) {
      shown += report.text(for: ScenarioReport(result, source: nil, keepsTrace: false))
    }
    return shown + report.ending(realTime: .zero).replacing("0 ms, ", with: "")
  }
}
