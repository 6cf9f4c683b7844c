extension ScenarioReport {
  /// Returns whether the lines of two scenarios agree, apart from the title and the indentation.
  func hasSameContent(as other: ScenarioReport) -> Bool {
    // Nearly all scenarios are decided here, without comparing lines.
    text == other.text || text.isEmpty || other.text.isEmpty || contentLines == other.contentLines
      || text.hasSameValues(as: other.text) || hasSameWords(as: other)
  }

  /// Returns whether two scenarios have the same words, apart from secrets.
  ///
  /// Which secrets are known, and masked, depends on what a run reports.
  private func hasSameWords(as other: ScenarioReport) -> Bool {
    let words = [self, other].map { $0.contentLines.flatMap { $0.split(separator: " ") } }
    return words[0].count == words[1].count
      && zip(words[0], words[1]).allSatisfy { one, two in
        one == two || one.contains(SecretMask.mask) || two.contains(SecretMask.mask)
      }
  }

  /// The lines of the scenario without its title, empty lines and indentation.
  var contentLines: [Substring] {
    guard !text.isEmpty else { return steps.filter { $0.owner == nil }.map { $0.text[...] } }
    var lines = text.contentLines
    let title = titles.last ?? ""
    let titled = lines.firstIndex { !title.isEmpty && $0.contains(title) } ?? lines.indices.first
    if let titled { lines.remove(at: titled) }
    return lines
  }
}
