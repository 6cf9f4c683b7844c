import Foundation

/// Files in the folder `Tests`.
enum TestFiles {
  /// Returns the texts of the files in a folder, by their names without the extension.
  static func texts(in folder: String, endingIn ending: String) -> [String: String] {
    let folder = Page.root.appending(path: "Tests/\(folder)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.reduce(into: [:]) { texts, name in
      texts[String(name.dropLast(ending.count))] = try? String(
        contentsOf: folder.appending(path: name), encoding: .utf8)
    }
  }
}
