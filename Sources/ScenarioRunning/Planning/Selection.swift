import DisplayText
import ScenarioLanguage

/// A selection of scenarios from a plan.
package struct Selection: Sendable, Codable {
  /// A file or folder, with an optional line.
  package struct Target: Sendable, Hashable, Codable {
    /// The displayed path, without a trailing slash.
    package var path: String

    /// A line of the file, counted from 1; `nil` for the whole file.
    package var line: Int?

    package init(path: String, line: Int? = nil) { (self.path, self.line) = (path, line) }

    /// Creates a target from `PATH`, `PATH:LINE`, or `PATH:LINE:COLUMN`, the format of printed
    /// failures; the column is ignored.
    package init(_ text: String) {
      if let match = text.wholeMatch(of: /(?s)(.+?):(-?\d+)(?::\d+)?:?/) {
        // A number that is too large becomes a line that no file has.
        self.init(path: String(match.1), line: Int(match.2) ?? .max)
      } else {
        self.init(path: text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text)
      }
    }

    func covers(_ file: String) -> Bool {
      path == file || path == "." || file.hasPrefix(path + "/")
    }

    var words: String { path + (line.map { ":\($0)" } ?? "") }
  }

  /// The files, folders and lines to select; all scenarios if empty.
  package var targets: [Target]

  /// The texts of which a scenario's full name must contain one, ignoring case; empty for any name.
  package var names: [String]

  /// The expression that a scenario's tags must match; `nil` for any tags.
  package var tags: TagExpression?

  /// The scenarios of which it must be one; `nil` for all.
  package var failures: LastFailures?

  /// Creates a selection, by default of all scenarios.
  package init(targets: [Target] = [], names: [String] = [], tags: TagExpression? = nil) {
    (self.targets, self.names, self.tags) = (targets, names, tags)
  }

  /// Returns the selected scenarios, in order, without those that only group others.
  ///
  /// A line selects the innermost scenario that contains it, with its nested scenarios. The line of
  /// an example selects the case generated from it. A line of a story outside its scenarios selects
  /// the whole story, and any other line the whole file. The creator of a target makes sure that
  /// the line exists, as ``ScenariosFolder/read(_:from:)`` does.
  package func select(from scenarios: [PlannedScenario]) -> [PlannedScenario] {
    let scenarios = failures?.found(among: scenarios) ?? scenarios
    let targeted = Set(targets.flatMap { Self.select($0, from: scenarios) })
    return scenarios.filter { scenario in
      !scenario.isGroup && (targets.isEmpty || targeted.contains(scenario.place))
        && matches(name: scenario.name, tags: scenario.tags)
    }
  }

  private func matches(name: String, tags: [String]) -> Bool {
    (names.isEmpty || names.contains { name.lowercased().contains($0.lowercased()) })
      && (self.tags?.matches(tags) ?? true)
  }

  /// Returns whether a scenario of an earlier run is probably chosen, whose lines may have changed.
  package func matches(name: String, tags: [String], in path: String) -> Bool {
    covers(path: path) && matches(name: name, tags: tags)
  }

  /// Returns whether the file at a displayed path is among the requested ones.
  package func covers(path: String) -> Bool {
    targets.isEmpty || targets.contains { $0.covers(path) }
  }

  /// Returns whether a scenario of an earlier run would be chosen again, also as a failure; false if
  /// only a line could choose it.
  package func wouldChoose(name: String, tags: [String], in path: String) -> Bool {
    matches(name: name, tags: tags)
      && (targets.isEmpty || targets.contains { $0.line == nil && $0.covers(path) })
  }

  private static func select(
    _ target: Target, from scenarios: [PlannedScenario]
  ) -> [PlannedScenario.Place] {
    let inFile = scenarios.filter { target.covers($0.id.path) }
    guard let line = target.line else { return inFile.map(\.place) }
    let ofExample = inFile.filter { scenario in scenario.exampleRanges.contains { $0.has(line) } }
    guard ofExample.isEmpty else { return ofExample.map(\.place) }
    let around = inFile.filter { $0.range.has(line) }.map(\.place)
    guard let depth = around.map(\.indices.count).max() else {
      let inStory = inFile.filter { $0.storyRange.has(line) }
      return (inStory.isEmpty ? inFile : inStory).map(\.place)
    }
    // A scenario with examples is planned as several scenarios on the same lines.
    let innermost = around.filter { $0.indices.count == depth }
    return inFile.map(\.place).filter { place in innermost.contains { $0.contains(place) } }
  }
}

extension Selection {
  /// Returns the diagnostic for a selection that matches no scenario.
  package func diagnostic(forNoneOf scenarios: [PlannedScenario]) -> Diagnostic {
    let targeted = Selection(targets: targets).select(from: scenarios)
    return diagnostic(forNoneOf: targeted.count, tags: Set(targeted.flatMap(\.tags)))
  }

  /// Returns the diagnostic for a selection that matches no scenario.
  ///
  /// - Parameters:
  ///   - count: The number of scenarios at its paths and lines.
  ///   - known: The tags of these scenarios.
  package func diagnostic(forNoneOf count: Int, tags known: Set<String>) -> Diagnostic {
    var filters: [String] = []
    if !names.isEmpty {
      filters.append("a name that contains " + names.map { "\"\($0)\"" }.joined(separator: " or "))
    }
    if let tags { filters.append("tags that match \"\(tags.text)\"") }
    if failures != nil, filters.isEmpty {
      return Diagnostic("what failed in the last run is no longer there")
    }
    let location = targets.isEmpty ? "" : " in \(Self.list(targets.map(\.words)))"
    guard !filters.isEmpty else { return Diagnostic("there is no scenario\(location)") }
    return Diagnostic(
      "no scenario\(location) has \(Self.list(filters)) (\(counted(count, "scenario")) searched)",
      hints: unknownTags(among: known).flatMap(\.advice).withoutCorrections)
  }

  /// Returns a diagnostic for each tag in the expression that no story has.
  ///
  /// It is a warning if the tag resembles a known one, and otherwise a note. If only some files
  /// were read, others may have the tag, so only such warnings are returned.
  ///
  /// - Parameter known: The tags of the stories that were read.
  package func unknownTags(among known: Set<String>) -> [Diagnostic] {
    (tags?.names ?? []).filter { !known.contains($0) }.compactMap { name in
      let near = NearestText.suggestions(for: name, among: known).map { "@\($0)" }
      guard targets.isEmpty || !near.isEmpty else { return nil }
      return Diagnostic(
        "no scenario has the tag @\(name)", severity: near.isEmpty ? .note : .warning,
        rule: .mistypedTag, hints: didYouMean(anyOf: near))
    }
  }

  private static func list(_ parts: [String]) -> String { parts.joined(separator: " and ") }
}

extension SourceRange {
  /// Returns whether the range includes a line.
  fileprivate func has(_ line: Int) -> Bool {
    (start.line...max(start.line, end.line)).contains(line)
  }
}
