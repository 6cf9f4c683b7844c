import ScenarioLanguage

/// Which scenarios of a plan are meant.
public struct Selection: Sendable {
  /// A file or folder, and a line in it.
  public struct Target: Sendable, Hashable {
    /// The path, as results show it, without a slash at its end.
    public var path: String

    /// A line of the file, from 1; `nil` for all of it.
    public var line: Int?

    /// Creates a target.
    public init(path: String, line: Int? = nil) {
      self.path = path
      self.line = line
    }

    /// Reads `PATH` or `PATH:LINE`.
    public init(_ text: String) {
      if let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) {
        self.init(path: String(text[..<colon]), line: line)
      } else {
        self.init(path: text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text)
      }
    }

    func covers(_ file: String) -> Bool {
      path == file || path == "." || file.hasPrefix(path + "/")
    }
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
  /// A line selects the innermost scenario that it belongs to, with those nested in it; a line that
  /// belongs to none selects the whole file.
  public func select(from scenarios: [PlannedScenario]) -> [PlannedScenario] {
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
    let around = inFile.filter { scenario in
      (scenario.range.start.line...max(scenario.range.start.line, scenario.range.end.line))
        .contains(line)
    }
    guard let innermost = around.max(by: { $0.id.titles.count < $1.id.titles.count }) else {
      return inFile.map(\.id)
    }
    return inFile.filter { $0.id.titles.starts(with: innermost.id.titles) }.map(\.id)
  }
}

extension Selection {
  /// The selection in words, for a message that it chose nothing.
  public var words: String {
    var parts = targets.map { target in
      target.path + (target.line.map { ":\($0)" } ?? "")
    }
    if let name { parts.append("the name \"\(name)\"") }
    if let tags { parts.append("the tags \"\(tags.text)\"") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: " and ")
  }
}
