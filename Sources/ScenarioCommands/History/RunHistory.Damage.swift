import Foundation
import ScenarioReports

extension RunHistory {
  /// Renames a file that is no longer a valid history, or never was one, and those that SQLite keeps
  /// next to it.
  ///
  /// - Parameter consequence: What comes in its place.
  /// - Returns: The notice about it.
  static func setAside(
    _ file: URL, _ consequence: String
  ) throws(HistoryError) -> HistoryError {
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
      throw HistoryError(
        "the history \(file.relativePath) is damaged and can't be renamed: "
          + error.localizedDescription)
    }
    for ending in ["-wal", "-shm"] {
      // These files do not always exist.
      try? FileManager.default.moveItem(
        atPath: file.path + ending, toPath: folder.appending(path: name + ending).path)
    }
    return HistoryError(
      "the history \(file.relativePath) is damaged; it was renamed to \(name), and \(consequence)")
  }
}
