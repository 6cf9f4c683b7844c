import Foundation
import ScenarioKit
import Synchronization
import Testing

@testable import ScenarioTesting

/// A folder with scenarios in it, as they lie in a package; it is gone when nobody needs it any more.
final class ScenarioPackage {
  let root: String

  /// Writes files by their paths in the folder `Scenarios`.
  init(_ files: [String: String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "scenario-package-\(UUID().uuidString)")
    root = folder.path + "/"
    for (path, text) in files {
      let file = folder.appending(path: "Scenarios/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The cases that Swift Testing would run, in an environment.
  func cases(_ environment: [String: String] = [:]) -> [ScenarioCase] {
    ScenarioCases.all(
      of: [Vocabulary(of: CounterModule.self)], in: "Scenarios", root: root,
      // In this process: a worker evaluates the arguments of tests, and this is no argument.
      environment: environment.merging(["SCENARIOS_IN_PROCESS": "1"]) { $1 })
  }
}

/// What a case told Swift Testing.
struct Told {
  /// An issue, with its place as people see it.
  struct Entry: Equatable {
    var place: String
    var text: String
    var isWarning = false
  }

  var issues: [Entry] = []
  var cancellation: ScenarioCase.Cancellation?
}

extension ScenarioCase {
  /// Runs the case, and keeps its issues from the test that asks.
  func told(by root: String) async -> Told {
    let entries = Mutex<[Told.Entry]>([])
    let cancellation = Mutex<Cancellation?>(nil)
    await withKnownIssue(isIntermittent: true) {
      let ending = await runOrCancellation(sourceLocation: #_sourceLocation)
      cancellation.withLock { $0 = ending }
    } matching: { issue in
      let location = issue.sourceLocation
      let place = location.map { "\($0.filePath):\($0.line):\($0.column)" } ?? "nowhere"
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      entries.withLock {
        $0.append(
          Told.Entry(
            place: place.replacing(root, with: ""), text: text,
            isWarning: issue.severity == .warning))
      }
      return true
    }
    return Told(
      issues: entries.withLock { $0 }, cancellation: cancellation.withLock { $0 })
  }

  /// What Swift Testing knows the case by.
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
