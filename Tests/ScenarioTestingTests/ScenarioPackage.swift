import Foundation
import ScenarioKit
import Synchronization
import TestSupport
import Testing

@testable import ScenarioTesting

/// A temporary folder with scenarios, laid out like a package and removed on deinitialization.
final class ScenarioPackage {
  private let folder: TemporaryFolder
  let root: String

  /// Creates a package with files, keyed by their paths in the folder `Scenarios`.
  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder()
    root = folder.url.path + "/"
    for (path, text) in files { try folder.write(text, to: "Scenarios/\(path)") }
  }

  /// Returns the cases that Swift Testing would run in an environment.
  func cases(
    _ environment: [String: String] = [:], collector: ResultsCollector? = nil
  ) -> [ScenarioCase] {
    ScenarioCases.all(
      of: [Vocabulary(of: CounterModule.self)], in: "Scenarios", root: root,
      // A worker runs only test arguments, so these cases run in this process.
      environment: environment.merging(["SCENARIOS_IN_PROCESS": "1"]) { $1 },
      collector: collector)
  }
}

/// The outcome that a case reports to Swift Testing.
struct StoryRun {
  /// An issue with its displayed source location.
  struct Entry: Equatable {
    var location: String
    var text: String
    var isWarning = false
  }

  var issues: [Entry] = []
  var cancellation: ScenarioCase.Cancellation?
}

extension ScenarioCase {
  /// Runs the case and returns its issues without recording them in the calling test.
  func outcome(by root: String) async -> StoryRun {
    let entries = Mutex<[StoryRun.Entry]>([])
    let cancellation = Mutex<Cancellation?>(nil)
    await withKnownIssue(isIntermittent: true) {
      let ending = await runOrCancellation(sourceLocation: #_sourceLocation)
      cancellation.withLock { $0 = ending }
    } matching: { issue in
      let location =
        issue.sourceLocation.map { "\($0.filePath):\($0.line):\($0.column)" } ?? "nowhere"
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      entries.withLock {
        $0.append(
          StoryRun.Entry(
            location: location.replacing(root, with: ""), text: text,
            isWarning: issue.severity == .warning))
      }
      return true
    }
    return StoryRun(
      issues: entries.withLock { $0 }, cancellation: cancellation.withLock { $0 })
  }

  /// The identifier of the case for Swift Testing.
  var identity: String {
    get throws {
      struct Argument: Encodable {
        let scenario: ScenarioCase

        func encode(to encoder: any Encoder) throws { try scenario.encodeTestArgument(to: encoder) }
      }
      let data = try JSONEncoder().encode(Argument(scenario: self))
      return try JSONDecoder().decode(String.self, from: data)
    }
  }
}
