import Foundation
import ScenarioResults

/// A file that is no history any more, or never was one.
struct DamagedHistory {
  private let file: URL

  init(_ file: URL) { self.file = file }

  /// Gives the file another name, with what SQLite keeps beside it.
  ///
  /// - Returns: The new name.
  func keepAside() throws(HistoryProblem) -> String {
    let folder = file.deletingLastPathComponent()
    var name = "damaged-\(file.lastPathComponent)"
    var number = 1
    while FileManager.default.fileExists(atPath: folder.appending(path: name).path) {
      number += 1
      name = "damaged-\(number)-\(file.lastPathComponent)"
    }
    do {
      try FileManager.default.moveItem(at: file, to: folder.appending(path: name))
    } catch {
      throw HistoryProblem(
        "the history \(file.relativePath) is damaged and can't be renamed: "
          + error.localizedDescription)
    }
    for ending in ["-wal", "-shm"] {
      // There need not be any.
      try? FileManager.default.moveItem(
        atPath: file.path + ending, toPath: folder.appending(path: name + ending).path)
    }
    return name
  }
}
