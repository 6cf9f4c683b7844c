extension RunReport {
  /// The stories that a run was asked for.
  package struct Scope: Codable, Sendable, Hashable {
    /// The folder of stories, as it was given.
    package var folder: String

    /// The files, folders and lines that were chosen, as they were given; empty for the whole
    /// folder.
    package var paths: [String]

    /// The text that the names of the chosen scenarios contain; `nil` for any name.
    package var name: String?

    /// The expression that the tags of the chosen scenarios match; `nil` for any tags.
    package var tags: String?

    /// Creates a scope, by default that of a whole folder.
    package init(folder: String, paths: [String] = [], name: String? = nil, tags: String? = nil) {
      (self.folder, self.paths, self.name, self.tags) = (folder, paths, name, tags)
    }

    /// The chosen part in words, such as `Scenarios/facts, tags @smoke`; `nil` for all stories.
    package var words: String? {
      let parts =
        paths + (name.map { ["name \"\($0)\""] } ?? []) + (tags.map { ["tags \($0)"] } ?? [])
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
  }
}
