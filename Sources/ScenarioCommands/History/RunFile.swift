import Foundation
import ScenarioReports

/// The file of a run in a history.
///
/// Its name has what is needed to choose the file without opening it. Each line is JSON after its
/// fingerprint: a ``Head`` in the first line, a `RunReport` without scenarios in the second one, and
/// ``Results`` in the others.
struct RunFile {
  /// The ending of a name, with the version of results files and of this format.
  ///
  /// Files of other versions are left unchanged.
  private static let ending = ".v\(RunReport.currentVersion).1.run"

  let name: String

  /// The times at which the run began and was saved, the branch, whether all stories ran, and the ID.
  ///
  /// The names of later runs are therefore greater.
  private let parts: [Substring]

  /// Creates the file with a name; `nil` if it is no run's file.
  init?(name: String) {
    parts = name.split(separator: "_")
    self.name = name
    guard parts.count == 5, name.hasSuffix(Self.ending), name.first?.isNumber == true,
      ["whole", "partial"].contains(parts[3]),
      UUID(uuidString: String(parts[4].dropLast(Self.ending.count))) != nil
    else { return nil }
  }

  /// Returns whether a name is that of a file in which another version keeps runs.
  static func isOfOtherVersion(_ name: String) -> Bool {
    // Earlier versions had a database.
    name == "history.sqlite"
      || name.hasSuffix(".run") && name.first?.isNumber == true && RunFile(name: name) == nil
  }

  /// Creates the file of a run that is saved now.
  init(of run: RunReport) {
    parts = [
      Self.time(run.began), Self.time(.now), Self.branch(run.origin.branch),
      run.isPartial == true ? "partial" : "whole", "\(run.id)\(Self.ending)",
    ]
    name = parts.joined(separator: "_")
  }

  /// Returns a time as it is in names.
  static func time(_ date: Date) -> Substring {
    // Not all file systems allow colons.
    DateText.milliseconds(date).replacing(":", with: ".")[...]
  }

  /// Returns a branch as it is in names.
  static func branch(_ name: String?) -> Substring { Fingerprint.of(name ?? "")[...] }

  var began: Substring { parts[0] }
  var branch: Substring { parts[2] }
  var isWhole: Bool { parts[3] == "whole" }

  /// Returns whether this is the file of the run with an ID.
  func isOf(_ id: UUID) -> Bool { parts[4] == "\(id)\(Self.ending)" }

  // MARK: - Contents

  /// The error for a file that differs from what was written.
  struct Damage: Error {}

  /// The part of a run that is read without its scenarios.
  struct Head: Codable {
    var heading: RunHeading

    /// The verdicts that scenarios had in earlier runs on the same commit, and don't have in this
    /// one, by identity.
    var verdicts: [String: Set<Verdict>]
  }

  /// Writes a run.
  static func write(_ run: RunReport, _ head: Head, to write: (String) throws -> Void) throws {
    func add(_ value: some Encodable) throws {
      let json = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      try write("\(Fingerprint.of(json)) \(json)\n")
    }
    try add(head)
    var report = run
    report.scenarios = []
    try add(report)
    var texts = TextTable()
    var detailCount = 0
    for start in stride(from: 0, to: run.scenarios.count, by: Results.limit) {
      var results = Results()
      for scenario in run.scenarios[start...].prefix(Results.limit) {
        results.add(scenario, &texts, &detailCount)
      }
      try add(results)
    }
  }

  /// Returns the run in all lines.
  static func run(in text: String) throws -> (head: Head, run: RunReport) {
    // Debug builds need most of the time for other ways to find line breaks.
    let copy = strdup(text)
    defer { free(copy) }
    var (lines, rest): ([String], UnsafeMutablePointer<CChar>?) = ([], copy)
    while let line = strsep(&rest, "\n") { lines.append(String(cString: line)) }
    guard lines.popLast() == "", lines.count > 1 else { throw Damage() }
    let head: Head = try value(in: lines[0])
    var run: RunReport = try value(in: lines[1])
    var texts: [StoryText] = []
    for line in lines[2...] { try (value(in: line) as Results).move(to: &run.scenarios, &texts) }
    guard run.scenarios.count == head.heading.summary.total else { throw Damage() }
    return (head, run)
  }

  /// Returns the value in a line, such as the head in the first one.
  static func value<Value: Decodable>(in line: String) throws -> Value {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0] == Fingerprint.of(String(parts[1])),
      let value = try? JSONDecoder().decode(Value.self, from: Data(parts[1].utf8))
    else { throw Damage() }
    return value
  }

  /// The results of scenarios without details: a list of each property.
  ///
  /// An object for each scenario would be three times as large, and take three times as long.
  struct Results: Codable {
    /// The maximum number of scenarios in a line.
    static let limit = 1_000

    /// The maximum number of scenarios of a run whose failures are stored, to bound disk use.
    private static let detailLimit = 1_000

    /// The properties that scenarios share with the one before them.
    private struct Group: Codable, Equatable {
      var path: String
      var parents: [String]
      var module: String
      var tags: [String]
    }

    private var groups: [Group] = []
    private var group: [Int] = []
    private var title: [String] = []
    /// The texts that the lines before do not have.
    private var texts: [String] = []
    /// The indices among the texts of all lines.
    private var text: [Int] = []
    private var line: [Int] = []
    private var storyNanoseconds: [Int64] = []
    private var seconds: [Double] = []
    private var identity: [String] = []
    // Few scenarios have these, or another verdict than that they passed.
    private var verdict: [Int: Verdict] = [:]
    private var reason: [Int: String] = [:]
    private var exemption: [Int: ScenarioReport.Exemption] = [:]
    private var brokenSince: [Int: ScenarioReport.Moment] = [:]
    private var failures: [Int: [Failure]] = [:]

    fileprivate mutating func add(
      _ scenario: ScenarioReport, _ table: inout TextTable, _ detailCount: inout Int
    ) {
      let index = title.count
      let own = Group(
        path: scenario.path, parents: scenario.titles.dropLast(), module: scenario.module,
        tags: scenario.tags)
      if groups.last != own { groups.append(own) }
      group.append(groups.count - 1)
      title.append(scenario.titles.last ?? "")
      let known = table.texts.count
      text.append(table.index(of: scenario.text))
      if table.texts.count > known { texts.append(scenario.text.description) }
      line.append(scenario.line)
      storyNanoseconds.append(scenario.storyNanoseconds)
      seconds.append(scenario.seconds)
      identity.append(scenario.identity ?? scenario.ownIdentity)
      if scenario.verdict != .passed { verdict[index] = scenario.verdict }
      (reason[index], exemption[index]) = (scenario.reason, scenario.exemption)
      brokenSince[index] = scenario.brokenSince
      if scenario.fails, detailCount < Self.detailLimit {
        detailCount += 1
        failures[index] = scenario.failures
      }
    }

    fileprivate func move(to scenarios: inout [ScenarioReport], _ known: inout [StoryText]) throws {
      known += texts.map { StoryText($0) }
      let counts = [group, text, line].map(\.count) + [storyNanoseconds.count, seconds.count]
      guard identity.count == title.count, counts.allSatisfy({ $0 == title.count }),
        group.allSatisfy({ groups.indices.contains($0) }),
        text.allSatisfy({ known.indices.contains($0) })
      else { throw Damage() }
      for index in title.indices {
        let shared = groups[group[index]]
        var scenario = ScenarioReport(
          path: shared.path, titles: shared.parents + [title[index]], line: line[index],
          lastLine: line[index], module: shared.module, tags: shared.tags, text: known[text[index]],
          verdict: verdict[index] ?? .passed, reason: reason[index],
          storyNanoseconds: storyNanoseconds[index], seconds: seconds[index], traceHash: "")
        (scenario.exemption, scenario.identity) = (exemption[index], identity[index])
        (scenario.brokenSince, scenario.failures) = (brokenSince[index], failures[index] ?? [])
        scenarios.append(scenario)
      }
    }
  }
}
