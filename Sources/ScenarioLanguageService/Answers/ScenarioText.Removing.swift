import ScenarioLanguage

// Steps that are removed from a scenario.
extension ScenarioText {
  /// Removes the step in a line.
  ///
  /// - Throws: ``byHand`` for a step of a timeline, a phrase or another scenario.
  mutating func removeStep(
    at line: Int, from found: Found, _ language: StoryLanguage
  ) throws(Diagnostic) {
    let entry = (Self.keys + ["steps"]).compactMap { found[$0] }.first { entry in
      let first = self.line(of: entry)
      return first < line && line <= endOfBlock(first, entry.key.range.start.column - 1)
    }
    guard let entry else { throw Self.byHand }
    let starts = steps(of: entry)
    guard starts.count > 1 else { return try removeKey(entry, from: found, language) }
    guard let index = starts.lastIndex(where: { $0 <= line }), Set(starts).count == starts.count
    else { throw Self.byHand }
    let first = starts[index] - 1
    let next = endOfBlock(first, depth(first))
    keepKey(of: first, from: next, dash: depth(first), language)
    lines.removeSubrange(first..<next)
  }

  /// Removes the only step of a key, with the key.
  private mutating func removeKey(
    _ entry: Node.Entry, from found: Found, _ language: StoryLanguage
  ) throws(Diagnostic) {
    let (first, indent) = (line(of: entry), entry.key.range.start.column - 1)
    guard depth(first) == indent, let title = found["scenario"]?.value.range.start.line else {
      throw Self.byHand
    }
    lines.removeSubrange(first..<endOfBlock(first, indent))
    let others = found.entries.filter { (Self.keys + ["steps", "timeline"]).contains($0.name) }
    // A scenario without steps would be an error, unless it has others inside.
    guard others.count == 1, found["scenarios"] == nil else { return }
    let mark = Self.unwritten(language)
    lines.insert(spaces(indent) + "\(mark.key): \(mark.reason)", at: title)
  }
}
