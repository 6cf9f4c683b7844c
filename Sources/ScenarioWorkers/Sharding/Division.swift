import ScenarioReports
import ScenarioRunning

/// A division of scenarios among machines that have no contact with each other.
///
/// The part of a scenario depends on the scenario itself and on the given times, and not on the
/// other stories. A new scenario, which has no time, therefore moves no other.
package struct Division: Codable, Sendable {
  /// The version of the algorithm; parts of different versions don't fit together.
  private static let version = 1

  /// The part of this machine.
  package let shard: Shard

  /// The parts of the scenarios that have a time.
  private var parts: [UInt64: Int] = [:]

  /// The fingerprint of the times; `nil` if there are none.
  private var times: String?

  /// Divides scenarios by a hash of their paths and titles.
  package init(_ shard: Shard) { self.shard = shard }

  /// Divides scenarios by the time that each took in the last run that had it, the longest first,
  /// and others by a hash.
  ///
  /// - Parameters:
  ///   - runs: The earlier runs, of this folder or of the same one on another machine.
  ///   - selection: The scenarios that are chosen; others have no influence.
  ///   - folder: The folder of the stories.
  package init(
    _ shard: Shard, byTimesOf runs: [RunReport], selection: Selection, in folder: ScenariosFolder
  ) {
    self.init(shard)
    guard !runs.isEmpty else { return }
    var microseconds: [UInt64: Int] = [:]
    for run in runs.sorted(by: { ($0.began, $0.id.uuidString) < ($1.began, $1.id.uuidString) }) {
      for scenario in run.scenarios {
        let path = scenario.place?.path ?? run.scope.relative(scenario.path)
        guard selection.matches(name: scenario.name, tags: scenario.tags, in: folder.shown(path))
        else { continue }
        microseconds[RunReport.Shard.hash(of: path, scenario.titles)] = max(
          1, Int(scenario.seconds * 1_000_000))
      }
    }
    var loads = Array(repeating: 0, count: shard.total)
    var text = ""
    let longestFirst = microseconds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (hash, time) in longestFirst {
      let lightest = Self.lightest(of: loads)
      loads[lightest] += time
      parts[hash] = lightest + 1
      text += "\(hash) \(time)\n"
    }
    times = Fingerprint.of(text)
  }

  /// Returns the first index with the least load.
  static func lightest(of loads: [Int]) -> Int {
    loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
  }

  /// Returns the number of a scenario's part.
  ///
  /// - Parameters:
  ///   - path: The path of the scenario's file, relative to the folder.
  ///   - titles: The titles of the scenario and of those around it.
  package func part(of path: String, _ titles: [String]) -> Int {
    let hash = RunReport.Shard.hash(of: path, titles)
    return parts[hash] ?? Int(hash % UInt64(shard.total)) + 1
  }

  /// The scenarios of a file by part, as far as results have them.
  package struct Shares: Codable, Sendable {
    /// The path of the file, relative to the folder.
    var path: String
    /// The number of each scenario's part, in the order of the file.
    var numbers: [Int]
    /// The hash of each scenario.
    var hashes: [UInt64]
  }

  /// Returns the scenarios of a file by part.
  package func shares(of scenarios: [PlannedScenario], at path: String) -> Shares {
    Shares(
      path: path, numbers: scenarios.map { part(of: path, $0.id.titles) },
      hashes: scenarios.map { RunReport.Shard.hash(of: path, $0.id.titles) })
  }

  /// The record of all parts in the results of this part.
  package struct Record: Sendable {
    private let division: Division
    private let selection: String
    private var stories: [String: String] = [:]
    private var contents: [RunReport.Shard.Content]
    /// The warnings, which the merged run decides about if it is strict.
    package var warnings: RunReport.Shard.Warnings?

    package init(_ division: Division, _ selection: Selection, in folder: ScenariosFolder) {
      self.division = division
      let targets = selection.targets.map { target in
        folder.path(ofTarget: target.path) + (target.line.map { ":\($0)" } ?? "")
      }
      self.selection =
        (targets.sorted() + [
          "name \(selection.names.joined(separator: "\n"))", "tags \(selection.tags?.text ?? "")",
        ])
        .joined(separator: "\n")
      contents = Array(repeating: .init(), count: division.shard.total)
    }

    /// Adds a file that was planned.
    package mutating func add(_ shares: Shares, text: String) {
      // Test targets may have several folders with stories at the same path.
      stories[shares.path, default: ""] += Fingerprint.of(text)
      for (number, hash) in zip(shares.numbers, shares.hashes) { contents[number - 1].add(hash) }
    }

    /// Returns the record for the results.
    ///
    /// - Parameter isPlanned: Whether all files were planned.
    package func shard(isPlanned: Bool) -> RunReport.Shard {
      let files = stories.sorted { $0.key < $1.key }.map { "\($0) \($1)\n" }.joined()
      return RunReport.Shard(
        number: division.shard.number,
        plan: RunReport.Shard.Plan(
          version: Division.version, total: division.shard.total, stories: Fingerprint.of(files),
          selection: Fingerprint.of(selection), times: division.times),
        contents: isPlanned ? contents : nil, warnings: warnings)
    }
  }
}

extension ScenariosFolder {
  /// Returns the path of a chosen file or folder relative to this one; "." for this one.
  fileprivate func path(ofTarget shown: String) -> String {
    shown == self.shown("") || "\(shown)/" == self.shown("") ? "." : path(shownAs: shown)
  }
}
