import Foundation

/// The folder that keeps the history of runs.
enum HistoryFolder {
  /// Returns the folder for the stories of a folder, because stories of two folders are not each
  /// other's earlier runs: `.scenarios` for `Scenarios`, `.scenarios/Examples` for `Examples`.
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
}
