import ScenarioLanguage

/// Which scenarios of a plan are meant.
public struct Selection: Sendable, Codable {
  /// A file or folder, and a line in it.
  public struct Target: Sendable, Hashable, Codable {
    /// The path, as results show it, without a slash at its end.
    public var path: String

    /// A line of the file, from 1; `nil` for all of it.
    public var line: Int?

    /// Creates a target.
    public init(path: String, line: Int? = nil) {
      self.path = path
      self.line = line
    }

    /// Reads `PATH`, `PATH:LINE`, or `PATH:LINE:COLUMN` as failures are printed; a column chooses
    /// nothing more than its line does.
    public init(_ text: String) {
      if let match = text.wholeMatch(of: /(?s)(.+?):(-?\d+)(?::\d+)?:?/) {
        // A number too large for a line is one that no file has.
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

  /// The files, folders and lines; all where there are none.
  public var targets: [Target]

  /// What a scenario's full name has to contain, in any case of letters; anything where it is
  /// `nil`.
  public var name: String?

  /// What a scenario's tags have to be; anything where it is `nil`.
  public var tags: TagExpression?

  /// Creates a selection; of everything unless something is given.
  public init(targets: [Target] = [], name: String? = nil, tags: TagExpression? = nil) {
    self.targets = targets
    self.name = name
    self.tags = tags
  }

  /// The selected scenarios, in order.
  ///
  /// A line selects the innermost scenario that it belongs to, with those nested in it, and the
  /// line of an example the case that it makes. A line of a story that belongs to none of its
  /// scenarios selects the story, and any other the whole file. That the file has the line is up to
  /// whoever makes the target, as ``ScenariosFolder/read(_:from:)`` does.
  public func select(from scenarios: [PlannedScenario]) -> [PlannedScenario] {
    if targets.isEmpty, name == nil, tags == nil { return scenarios }
    let targeted = Set(targets.flatMap { Self.select($0, from: scenarios) })
    return scenarios.filter { scenario in
      (targets.isEmpty || targeted.contains(scenario.id))
        && (name.map { scenario.name.lowercased().contains($0.lowercased()) } ?? true)
        && (tags?.matches(scenario.tags) ?? true)
    }
  }

  /// Whether a file that can't be read is one of those that were asked for.
  public func covers(_ file: Plan.BrokenFile) -> Bool { covers(path: file.id) }

  /// Whether the file at a path, as it is shown, is one of those that were asked for.
  public func covers(path: String) -> Bool {
    targets.isEmpty || targets.contains { $0.covers(path) }
  }

  private static func select(
    _ target: Target, from scenarios: [PlannedScenario]
  ) -> [PlannedScenario.ID] {
    let inFile = scenarios.filter { target.covers($0.id.path) }
    guard let line = target.line else { return inFile.map(\.id) }
    let ofExample = inFile.filter { scenario in
      scenario.exampleRanges.contains { $0.has(line) }
    }
    guard ofExample.isEmpty else { return ofExample.map(\.id) }
    let around = inFile.filter { $0.range.has(line) }
    guard let depth = around.map(\.id.titles.count).max() else {
      let inStory = inFile.filter { $0.storyRange.has(line) }
      return (inStory.isEmpty ? inFile : inStory).map(\.id)
    }
    // A scenario with examples is several that share their lines.
    let innermost = around.map(\.id.titles).filter { $0.count == depth }
    return inFile.filter { scenario in
      innermost.contains { scenario.id.titles.starts(with: $0) }
    }.map(\.id)
  }
}

extension Selection {
  /// The diagnostic for a selection that chose none of some scenarios.
  package func diagnostic(forNoneOf scenarios: [PlannedScenario]) -> Diagnostic {
    var filters: [String] = []
    if let name { filters.append("the name \"\(name)\"") }
    if let tags { filters.append("the tags \"\(tags.text)\"") }
    let targeted = Selection(targets: targets).select(from: scenarios)
    let place = targets.isEmpty ? "there are" : "in \(Self.list(targets.map(\.words)))"
    return Diagnostic(
      "no scenario was chosen by \(filters.isEmpty ? "nothing" : Self.list(filters)) "
        + "of the \(targeted.count) \(place)",
      remedies: meantTags(of: targeted))
  }

  /// The tags that were probably meant by those that none of some scenarios has, a line for each.
  private func meantTags(of scenarios: [PlannedScenario]) -> [String] {
    let known = Set(scenarios.flatMap(\.tags))
    return (tags?.names ?? []).filter { !known.contains($0) }.compactMap { name in
      let near = NearestText.suggestions(for: name, among: known).map { "@\($0)" }
      return near.isEmpty ? nil : "Did you mean: \(near.joined(separator: ", "))"
    }
  }

  private static func list(_ parts: [String]) -> String { parts.joined(separator: " and ") }
}

extension SourceRange {
  /// Whether a line is one of those that it takes.
  fileprivate func has(_ line: Int) -> Bool {
    (start.line...max(start.line, end.line)).contains(line)
  }
}
