import Foundation
import ScenarioReports
import Testing

/// The traces of the sample app's stories.
@Suite("One trace", .timeLimit(.minutes(10)))
struct OneTraceTests {
  /// Returns a folder with all stories, in an order that is reversed or not.
  private static func folder(reversed: Bool) throws -> StoriesFolder {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Scenarios").standardizedFileURL
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { URL(filePath: $0).pathExtension != "" }.sorted()
    let folder = try StoriesFolder()
    for (index, path) in paths.enumerated() {
      var parts = path.split(separator: "/").map(String.init)
      if reversed {
        // Stories stay beside their fixtures.
        let first = paths.firstIndex { $0.hasPrefix(parts[0] + "/") } ?? index
        parts[0] = "\(9_999 - first)-\(parts[0])"
        if parts.count == 2 { parts[1] = "\(9_999 - index)-\(parts[1])" }
      }
      let copy = folder.file("Scenarios/" + parts.joined(separator: "/"))
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: root.appending(path: path), to: copy)
    }
    return folder
  }

  /// Runs all stories in a new process, and returns the fingerprint of each scenario's trace.
  private func traces(in folder: StoriesFolder, jobs: Int) async throws -> [String: String] {
    try await folder.call(
      "run", "--no-history", "--jobs", "\(jobs)", "--to", "json=results.json"
    ).expect(0)
    let reports = try folder.runs().flatMap(\.scenarios)
    return Dictionary(
      uniqueKeysWithValues: reports.map { ("\($0.name), line \($0.line)", $0.traceHash) })
  }

  @Test func `a scenario leaves one trace in any process, order or number of jobs`() async throws {
    var traces: [String: Set<String>] = [:]
    for (reversed, jobs) in [(false, 1), (true, 8)] {
      let folder = try Self.folder(reversed: reversed)
      for (scenario, trace) in try await self.traces(in: folder, jobs: jobs) {
        traces[scenario, default: []].insert(trace)
      }
    }
    #expect(traces.count > 200)
    #expect(traces.filter { $0.value.count != 1 || $0.value.contains("") }.isEmpty)
  }
}
