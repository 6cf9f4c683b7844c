import Foundation
import ScenarioLanguage
import ScenarioReports

/// A history of run results: a folder with a file for each run.
///
/// A file gets its name when it is complete, and does not change afterwards. A run that is killed
/// therefore loses only itself, and several processes can save runs at once. A comparison needs
/// the last complete run and those of some stories after it. A damaged file is renamed, and nothing
/// is compared with it.
package final class RunHistory {
  /// The number of runs of each branch that are kept regardless of their age.
  static let runsPerBranch = 50

  /// The number of days for which all runs are kept.
  static let days = 30

  /// The ending of a file that is not complete.
  private static let unfinished = ".new"

  private let folder: URL

  /// The problems with files, with the actions that were taken.
  package private(set) var notices: [HistoryError] = []

  /// The files of runs, without those that can't be used as far as is known; the newest run first.
  private(set) var files: [RunFile]

  private var heads: [String: RunFile.Head] = [:]

  /// The complete run that was read last, which is often needed again.
  private var lastWhole: (name: String, run: RunReport)?

  /// Opens the history in a folder, and creates the folder if it is missing.
  package init(in folder: URL) throws(HistoryError) {
    self.folder = folder
    try Self.prepare(folder)
    let names = try Self.names(in: folder)
    files = Self.files(among: names)
    // Said once, because the first run adds a file.
    if files.isEmpty, let other = names.first(where: RunFile.isOfOtherVersion) {
      notices = [
        HistoryError(
          "the history \(folder.relativePath) has runs of another version of scenarios, which are "
            + "not read; if you don't need them, delete them, such as \(other)")
      ]
    }
  }

  /// Returns the folder of the history of a folder's stories, because stories of two folders are not
  /// each other's earlier runs: `.scenarios` for `Scenarios`, `.scenarios/Examples` for `Examples`.
  static func url(ofStoriesIn folder: String) -> URL {
    let all = URL(filePath: ".scenarios", directoryHint: .isDirectory)
    let here = URL(filePath: ".", directoryHint: .isDirectory).standardizedFileURL.path + "/"
    let path = URL(filePath: folder, directoryHint: .notDirectory).standardizedFileURL.path
    let name = path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    guard name != Choice.defaultFolder else { return all }
    // A slash of the path is no folder, so that no history is inside of another.
    return all.appending(
      path: name.replacing("%", with: "%25").replacing("/", with: "%2F"),
      directoryHint: .isDirectory)
  }

  /// Returns whether there is a history in a folder.
  package static func exists(in folder: URL) throws -> Bool {
    try access(folder.path, F_OK) == 0 && !files(among: names(in: folder)).isEmpty
  }

  /// Creates a folder that git ignores.
  static func prepare(_ folder: URL) throws(HistoryError) {
    let file = folder.appending(path: ".gitignore")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if !FileManager.default.fileExists(atPath: file.path) { try Data("*\n".utf8).write(to: file) }
    } catch {
      throw HistoryError(
        "the folder \(folder.relativePath) can't be written, so there is no history: "
          + error.localizedDescription)
    }
  }

  private static func files(among names: [String]) -> [RunFile] {
    names.compactMap { RunFile(name: $0) }.sorted { $0.name > $1.name }
  }

  private static func names(in folder: URL) throws(HistoryError) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      throw HistoryError(
        "the history \(folder.relativePath) can't be read: \(error.localizedDescription)")
    }
  }

  // MARK: - Reading

  /// Returns the head of a run's file; `nil` if it can't be used.
  func head(of file: RunFile) -> RunFile.Head? {
    if let head = heads[file.name] { return head }
    let head: RunFile.Head? = use(file) { url in
      let start = try FileHandle(forReadingFrom: url).read(upToCount: 1 << 16) ?? Data()
      let lineBreak = UInt8(ascii: "\n")
      let data = start.contains(lineBreak) ? start : try Data(contentsOf: url)
      return try RunFile.value(in: String(decoding: data.prefix { $0 != lineBreak }, as: UTF8.self))
    }
    heads[file.name] = head
    return head
  }

  /// Returns the run in a file; `nil` if the file can't be used.
  func run(in file: RunFile) -> RunReport? {
    if let lastWhole, lastWhole.name == file.name { return lastWhole.run }
    let run: RunReport? = use(file) { url in
      let (head, run) = try RunFile.run(in: String(decoding: Data(contentsOf: url), as: UTF8.self))
      heads[file.name] = head
      return run
    }
    if let run, file.isWhole { lastWhole = (file.name, run) }
    return run
  }

  /// Returns the result of a closure; if it throws an error, the file is not used from now on.
  private func use<Value>(_ file: RunFile, _ body: (URL) throws -> Value) -> Value? {
    let url = folder.appending(path: file.name)
    do { return try body(url) } catch {
      files.removeAll { $0.name == file.name }
      if let notice = notice(of: error, url), !notices.contains(notice) { notices.append(notice) }
      return nil
    }
  }

  /// Returns the notice of a file that can't be used, and renames the file if it is damaged; `nil`
  /// if it is no longer there, because another run has removed or renamed it.
  private func notice(of error: any Error, _ file: URL) -> HistoryError? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let name = "the file \(file.relativePath) of the history"
    // No run is in a folder.
    guard error is RunFile.Damage || FileManager.default.isFolder(atPath: file.path) == true else {
      return HistoryError("\(name) can't be read: \(error.localizedDescription)")
    }
    let new = "damaged-\(file.lastPathComponent)"
    guard rename(file.path, folder.appending(path: new).path) == 0 else {
      let problem = String(cString: strerror(errno))
      return HistoryError(
        "\(name) is damaged and can't be renamed, and nothing is compared with it: \(problem)")
    }
    return HistoryError(
      "\(name) is damaged; it was renamed to \(new), and nothing is compared with it")
  }

  // MARK: - Writing

  /// Records a run, and replaces it if it was recorded before.
  ///
  /// Expired runs are pruned afterwards. Errors in pruning are ignored, because the next run tries
  /// again.
  ///
  /// - Parameter verdicts: The verdicts of earlier runs on the same commit, by scenario identity.
  package func record(
    _ run: RunReport, verdicts: [String: Set<Verdict>] = [:]
  ) throws(HistoryError) {
    let file = RunFile(of: run)
    let head = RunFile.Head(heading: RunHeading(run), verdicts: run.others(of: verdicts))
    let draft = folder.appending(path: "\(run.id)-\(getpid())\(Self.unfinished)").path
    do {
      try write(run, head, to: draft)
      guard rename(draft, folder.appending(path: file.name).path) == 0 else { throw systemError }
    } catch {
      unlink(draft)
      throw error as? HistoryError ?? HistoryError("\(error)")
    }
    heads[file.name] = head
    for other in files where other.isOf(run.id) && other.name != file.name {
      unlink(folder.appending(path: other.name).path)
    }
    files = Self.files(among: try Self.names(in: folder))
    _ = try? prune(runsPerBranch: Self.runsPerBranch, days: Self.days)
  }

  /// Writes a run without waiting for the disk, which takes longer than writing.
  ///
  /// A machine that loses power loses at most the last runs.
  private func write(_ run: RunReport, _ head: RunFile.Head, to path: String) throws {
    guard let stream = fopen(path, "w") else { throw systemError }
    do {
      try RunFile.write(run, head) { text in
        guard fputs(text, stream) >= 0 else { throw systemError }
      }
    } catch {
      fclose(stream)
      throw error
    }
    guard fclose(stream) == 0 else { throw systemError }
  }

  /// Removes runs that need not be kept, and what killed processes have left.
  ///
  /// The last complete run of each branch stays, because later runs are compared with it.
  package func prune(runsPerBranch: Int, days: Int) throws(HistoryError) -> Int {
    let youngest = RunFile.time(Date.now - 86_400 * Double(days))
    var (numbers, withWhole): ([Substring: Int], Set<Substring>) = ([:], [])
    var removed: Set<String> = []
    for file in files {
      numbers[file.branch, default: 0] += 1
      let isLastWhole = file.isWhole && withWhole.insert(file.branch).inserted
      guard file.began < youngest, !isLastWhole,
        numbers[file.branch, default: 0] > runsPerBranch
      else { continue }
      guard unlink(folder.appending(path: file.name).path) == 0 || errno == ENOENT else {
        throw systemError
      }
      removed.insert(file.name)
    }
    files.removeAll { removed.contains($0.name) }
    for name in (try? Self.names(in: folder)) ?? [] where name.hasSuffix(Self.unfinished) {
      let path = folder.appending(path: name).path
      let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      // A run that still writes it has changed it a moment ago.
      if let date, date < Date.now - 3600 { unlink(path) }
    }
    return removed.count
  }

  private var systemError: HistoryError {
    let reason = errno == ENOSPC ? "the disk is full" : String(cString: strerror(errno))
    return HistoryError("the history \(folder.relativePath) can't be written: \(reason)")
  }
}

extension RunReport {
  /// Returns the verdicts that scenarios have in earlier runs and not in this one; of a run of some
  /// stories, only those of its scenarios, because an earlier run has the others.
  fileprivate func others(of verdicts: [String: Set<Verdict>]) -> [String: Set<Verdict>] {
    guard !verdicts.isEmpty else { return [:] }
    var others = isPartial == true ? [:] : verdicts
    for scenario in scenarios {
      let identity = scenario.identity ?? scenario.ownIdentity
      others[identity] = verdicts[identity]?.subtracting([scenario.verdict])
    }
    return others.filter { !$0.value.isEmpty }
  }
}
