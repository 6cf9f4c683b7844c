import DisplayText
import Foundation
import ScenarioLanguage

extension ScenariosFolder {
  /// The story files that the user requested.
  package struct Finding: Sendable {
    package let folder: ScenariosFolder

    /// The paths relative to the folder, sorted.
    package internal(set) var paths: [String] = []

    /// The targets to select in these files; empty if everything is selected.
    package internal(set) var targets: [Selection.Target] = []

    /// The errors for targets that do not exist, in the order of the request.
    package internal(set) var problems: [Diagnostic] = []

    /// The paths of files and folders that may contain stories but are passed over.
    var passedOver: [String] = []

    /// The warnings about stories that are not read because of a name.
    package var unreadStories: [Diagnostic] { folder.unreadStories(at: passedOver) }

    /// The files in the order of their paths, once they were read.
    package internal(set) var sources: [StorySource] = []
  }

  /// Reads only the requested stories, concurrently, or all stories of the folder if nothing is
  /// requested.
  ///
  /// - Parameters:
  ///   - texts: The requested targets, in the form that ``target(for:from:)`` accepts.
  ///   - base: The folder that relative paths start from; the current folder by default.
  package func read(_ texts: [String], from base: String? = nil) -> Finding {
    var finding = find(texts, from: base)
    finding.sources = finding.paths.concurrentMap { read($0) }
    return finding
  }

  /// Finds only the requested stories, or all stories of the folder if nothing is requested.
  ///
  /// - Parameters:
  ///   - texts: The requested targets, in the form that ``target(for:from:)`` accepts.
  ///   - base: The folder that relative paths start from; the current folder by default.
  package func find(_ texts: [String], from base: String? = nil) -> Finding {
    var finding = Finding(folder: self)
    do throws(Diagnostic) {
      let (known, passedOver, loops) = try collectedPaths()
      finding.passedOver = passedOver
      guard !texts.isEmpty else {
        finding.paths = known
        return finding
      }
      var found: Set<String> = []
      for text in texts {
        do throws(Diagnostic) {
          let target = try target(for: text, from: base)
          let meant = known.filter { target.covers(shown($0)) }
          guard let first = meant.first else {
            throw nothing(in: target.path, loop: loops.first { target.covers(shown($0)) })
          }
          if let line = target.line, let file = source(of: first) { try Self.check(line, of: file) }
          found.formUnion(meant)
          finding.targets.append(target)
        } catch {
          finding.problems.append(error)
        }
      }
      finding.paths = known.filter { found.contains($0) }
    } catch {
      finding.problems = [error]
    }
    return finding
  }

  /// Returns the text of a file, or `nil` if it can't be read, which the file's own diagnostics
  /// report.
  private func source(of path: String) -> SourceFile? {
    try? SourceFile(path: shown(path), readFrom: root.appending(path: path).path)
  }

  /// Returns the target for a typed path in the folder, with or without a line.
  ///
  /// - Parameters:
  ///   - text: `PATH`, `PATH:LINE` or `PATH:LINE:COLUMN`.
  ///   - base: The folder that a relative path starts from; the current folder by default.
  /// - Throws: `Diagnostic` if the file or folder does not exist, is no story, or is outside the
  ///   folder.
  package func target(
    for text: String, from base: String? = nil
  ) throws(Diagnostic) -> Selection.Target {
    let base = base.map { URL(filePath: $0, directoryHint: .isDirectory) }
    var typed = Selection.Target(text)
    let file = URL(filePath: text, relativeTo: base)
    if typed.line != nil, FileManager.default.fileExists(atPath: file.path) {
      // A file name may itself end in a colon and a number.
      typed = Selection.Target(path: text)
    }
    let url = URL(filePath: typed.path, relativeTo: base).standardizedFileURL
    guard !typed.path.isEmpty, let isFolder = FileManager.default.isFolder(atPath: url.path) else {
      throw Diagnostic("there is no file or folder \"\(typed.path)\"", hints: hints(for: typed))
    }
    guard isFolder || StoryFile.isStory(typed.path) else { throw Self.notAStory(typed.path) }
    guard typed.line == nil || !isFolder else {
      throw Diagnostic("\"\(typed.path)\" is a folder, which has no lines; name a file")
    }
    guard let path = path(of: url) else {
      throw Diagnostic(
        "\"\(typed.path)\" is not in the scenarios folder, \"\(shownAs)\"",
        hints: ["Move it there, or specify another folder with --folder."])
    }
    return Selection.Target(path: path.isEmpty ? shownAs : shown(path), line: typed.line)
  }

  /// Returns the path relative to the folder, or `nil` if the URL is outside of it.
  private func path(of url: URL) -> String? {
    // A path that is in the folder only through a symbolic link counts as inside.
    let pairs = [(url, root), (url.resolvingSymlinksInPath(), root.resolvingSymlinksInPath())]
    for (url, root) in pairs {
      let (inner, outer) = (url.pathComponents, root.pathComponents)
      if inner.starts(with: outer) { return inner.dropFirst(outer.count).joined(separator: "/") }
    }
    return nil
  }

  private static func check(_ line: Int, of file: SourceFile) throws(Diagnostic) {
    // An unreadable or empty file has its own diagnostics.
    guard !file.bytes.isEmpty else { return }
    let endsWithBreak = file.lineStarts.last == file.bytes.count
    let count = file.lineStarts.count - (endsWithBreak ? 1 : 0)
    guard !(1...count).contains(line) else { return }
    throw Diagnostic("\(file.path) has no line \(line) (it has \(count))")
  }

  private func hints(for typed: Selection.Target) -> [Message] {
    let files = (try? storyPaths().map { shown($0) }) ?? []
    let meansFile = typed.line != nil || StoryFile.isStory(typed.path)
    let folders = files.flatMap { file in
      file.indices.filter { file[$0] == "/" }.map { String(file[..<$0]) }
    }
    let line = typed.line.map { ":\($0)" } ?? ""
    let known = meansFile ? Set(files) : Set(folders).union(files)
    let near = Self.paths(like: typed.path, among: known)
      .map { didYouMean("\($0)\(line)") }
    guard near.isEmpty else { return near }
    let name = typed.path.split(separator: "/").last ?? ""
    return name.contains(".") && !StoryFile.isStory(typed.path)
      ? ["Story files end in .yaml or .yml."]
      : ["Run \"\(CommandCall.name) list\" to see all scenarios."]
  }

  /// Returns the paths, at most three, whose last name is the typed one or nearest to it, and that
  /// have the most other names of it.
  ///
  /// Folders and the file extension may be omitted: `facts` finds `Scenarios/facts`, or
  /// `Scenarios/facts.yaml`.
  private static func paths(like typed: String, among known: Set<String>) -> [String] {
    func names(in path: String) -> [String] {
      path.lowercased().replacing(/\.ya?ml$/, with: "").split(separator: "/").map(String.init)
    }
    let typed = names(in: typed)
    let paths = Dictionary(grouping: known) { names(in: $0).last ?? "" }
    guard let name = typed.last else { return [] }
    let nearest = NearestText.suggestions(for: name, among: paths.keys, limit: 1).first ?? ""
    let found = Dictionary(grouping: paths[name] ?? paths[nearest] ?? []) { path in
      Set(typed).intersection(names(in: path)).count
    }
    let best = found.max { $0.key < $1.key }?.value ?? []
    let outer = best.filter { path in !best.contains { path.hasPrefix("\($0)/") } }
    return Array(outer.sorted().prefix(3))
  }
}
