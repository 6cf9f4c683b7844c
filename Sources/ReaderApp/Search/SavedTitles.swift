import Foundation

/// The titles that were found last, in a file.
enum SavedTitles {
  private static var file: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appending(path: "titles.json")
  }

  /// Returns the saved titles; none if they can't be read.
  static func load() -> [String] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONDecoder().decode([String].self, from: data)) ?? []
  }

  /// Saves titles, if the disk permits it: they can be found again.
  static func save(_ titles: [String]) {
    let files = FileManager.default
    try? files.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? JSONEncoder().encode(titles).write(to: file, options: .atomic)
  }
}
