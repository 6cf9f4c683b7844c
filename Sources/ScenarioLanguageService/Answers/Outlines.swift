extension LanguageService {
  /// Returns the outline of a file.
  package func outline(of path: String) -> [Outline] { document(path)?.facts.outline ?? [] }

  /// The outlines of all files, by their paths.
  package var outlines: [String: [Outline]] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.facts.outline) })
  }

  /// Returns the blocks of lines, from 0, that can be folded.
  package func foldableBlocks(of path: String) -> [ClosedRange<Int>] {
    document(path)?.text.foldableBlocks ?? []
  }
}
