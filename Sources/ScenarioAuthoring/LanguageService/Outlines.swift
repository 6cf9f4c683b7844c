import ScenarioLanguage

extension LanguageService {
  /// Returns the outline of a file.
  package func outline(of path: String) -> [Outline] { document(path)?.facts.outline ?? [] }

  /// The outlines of all files, by their paths.
  package var outlines: [String: [Outline]] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.facts.outline) })
  }

  /// A story with those of its scenarios that were looked for.
  package struct FoundStory {
    package var path: String
    package var title: String
    package var module: String
    package var scenarios: [(line: Int, title: String)]
  }

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
        let scenarios = story.withChildren.filter { scenario in
          guard scenario.kind == .scenario else { return false }
          func isOwn(_ range: SourceRange) -> Bool {
            scenario.range.contains(range.start.offset)
              && !scenario.children.contains { $0.range.contains(range.start.offset) }
          }
          let steps = uses.filter { isOwn($0.range) }.map(\.text)
          let tags = facts.tags.filter { isOwn($0.range) }.map { "@\($0.string)" }
          let text = ([path, story.title, scenario.title] + steps + tags).joined(separator: "\n")
            .lowercased()
          return words.allSatisfy(text.contains)
        }
        guard !scenarios.isEmpty || words.isEmpty else { return nil }
        return FoundStory(
          path: path, title: story.title, module: used,
          scenarios: scenarios.map { ($0.titleRange.start.line, $0.title) })
      }
    }
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
