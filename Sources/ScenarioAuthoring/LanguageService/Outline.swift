import ScenarioLanguage

/// A story, a phrase or a scenario in the outline of a file.
package struct Outline: Sendable {
  /// The kind, with its number in the Language Server Protocol.
  package enum Kind: Int64, Sendable { case story = 2, phrase = 12, scenario = 6 }

  package var title: String
  package var kind: Kind
  package var range: SourceRange
  package var titleRange: SourceRange
  package var children: [Outline] = []

  /// This part and all inside of it.
  var withChildren: [Outline] { [self] + children.flatMap(\.withChildren) }
}

extension Outline {
  init(_ story: Story) {
    let phrases = story.phrases.map {
      Outline(title: $0.string, kind: .phrase, range: $0.range, titleRange: $0.range)
    }
    self.init(
      title: story.title.string, kind: .story, range: story.range, titleRange: story.title.range,
      children: phrases + Self.outline(of: story.scenarios))
  }

  private static func outline(of scenarios: [Scenario]) -> [Outline] {
    // A scenario with examples is there once for each example.
    scenarios.withoutRepeats(of: \.range).map { scenario in
      let title = scenario.title
      return Outline(
        title: title.string, kind: .scenario, range: scenario.range, titleRange: title.range,
        children: outline(of: scenario.scenarios))
    }
  }
}

extension LanguageService {
  /// Returns the outline of a file.
  package func outline(of path: String) -> [Outline] { document(path)?.facts.outline ?? [] }

  /// The outlines of all files, by their paths.
  package var outlines: [String: [Outline]] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.facts.outline) })
  }

  /// A story with those of its scenarios that were looked for.
  package typealias FoundStory = (
    path: String, title: String, module: String, scenarios: [(line: Int, title: String)]
  )

  /// Returns the words that somebody looks for, in lower case.
  package static func words(in text: String) -> [String] {
    text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Returns the stories of a module with the scenarios whose titles, steps or tags have all of some
  /// words, in lower case; without a module, those of all.
  package func stories(with words: [String], module: String? = nil) -> [FoundStory] {
    files.flatMap { path, facts in
      facts.outline.compactMap { story -> FoundStory? in
        let uses = facts.uses.filter { story.range.contains($0.range.start.offset) }
        let used = uses.first?.module ?? ""
        guard module == nil || module == used else { return nil }
        let tags = facts.tags.map { (at: $0.range.start.offset, text: "@\($0.string)") }
        let texts = uses.map { (at: $0.range.start.offset, text: $0.text) } + tags
        let parts = story.withChildren.sorted { $0.range.start.offset < $1.range.start.offset }
        let scenarios = zip(parts, Self.ownTexts(of: parts, among: texts)).filter { part, own in
          let text = ([path, story.title, part.title] + own).joined(separator: "\n").lowercased()
          return part.kind == .scenario && words.allSatisfy(text.contains)
        }.map(\.0)
        guard !scenarios.isEmpty || words.isEmpty else { return nil }
        return (
          path, story.title, used, scenarios.map { ($0.titleRange.start.line, $0.title) }
        )
      }
    }
  }

  /// Returns the texts that stand in each part of an outline, but in none that is inside it.
  ///
  /// - Parameter parts: In the order in which they begin.
  private static func ownTexts(
    of parts: [Outline], among texts: [(at: Int, text: String)]
  ) -> [[String]] {
    var own = parts.map { _ in [String]() }
    var (open, next) = ([Int](), 0)
    for (offset, text) in texts.sorted(by: { $0.at < $1.at }) {
      while next < parts.count, parts[next].range.start.offset <= offset {
        open.append(next)
        next += 1
      }
      while let last = open.last, !parts[last].range.contains(offset) { open.removeLast() }
      if let last = open.last { own[last].append(text) }
    }
    return own
  }

  /// The folders of the first stories of modules, by the modules' names.
  package var foldersOfModules: [String: String] {
    var folders: [String: String] = [:]
    for (path, facts) in files.sorted(by: { $0.path < $1.path }) {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      for use in facts.uses where folders[use.module] == nil { folders[use.module] = folder }
    }
    return folders
  }
}
