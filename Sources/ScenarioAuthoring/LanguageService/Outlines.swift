extension LanguageService {
  /// Returns the outline of a file.
  package func outline(of path: String) -> [Outline] { document(path)?.facts.outline ?? [] }

  /// The outlines of all files, by their paths.
  package var outlines: [String: [Outline]] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.facts.outline) })
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
