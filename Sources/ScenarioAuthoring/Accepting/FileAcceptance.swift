import ScenarioLanguage

/// The changes to a file that accepting values requires.
package struct FileAcceptance: Sendable {
  /// A change that can be made to the file.
  package struct Change: Sendable {
    package var proposal: Acceptance.Proposal

    /// The position at which the change begins.
    package var position: Position

    /// The removed lines, from the first that changes to the last.
    package var removed: [String]

    /// The lines that replace them.
    package var added: [String]

    /// The range of the changed value in the file, including its quotes.
    let range: SourceRange
    let edits: [TextEdit]
  }

  /// The file before any change.
  package let source: SourceFile

  /// The changes that can be made, in the order of the file.
  package private(set) var changes: [Change] = []

  /// The proposals that can't be accepted, with reasons.
  package private(set) var refusals: [Acceptance.Refusal] = []

  private let file: StoryFile

  /// Determines the changes for the proposals in a file.
  ///
  /// Each change is tried, and omitted if it would affect anything else in the stories.
  package init(of source: SourceFile, _ proposals: [Acceptance.Proposal]) {
    self.source = source
    file = StoryFile(reading: source)
    guard let tree = SyntaxTree(source), file.isRunnable else {
      for proposal in proposals { refuse(proposal, "the file now has errors") }
      return
    }
    var all = tree.values.flatMap { WrittenValue(source: source, syntax: $0).withParts }
    let aliases = all.filter { $0.syntax.form == .alias }.map(\.node.range.offsets)
    all.removeAll { $0.syntax.form == .alias }
    let values = Dictionary(all.map { ($0.node.range, $0) }) { $1 }
    for proposal in proposals {
      do throws(Unacceptable) {
        let value = try WrittenValue.changed(by: proposal.update, in: values, of: source)
        let range = value.node.range.offsets
        guard !aliases.contains(where: { range.clamped(to: $0) == range }) else {
          throw Unacceptable(
            reason: "an alias (*) refers to it, so the update would change other values too")
        }
        let edits = try value.edits(for: proposal.update).map(source.written)
        guard !edits.allSatisfy({ source.text($0.range) == $0.text }) else {
          throw Unacceptable(reason: "the new value is written the same way as the old one")
        }
        changes.append(change(for: proposal, at: value.node.range, edits))
      } catch { refuse(proposal, error.reason) }
    }
    keepHarmless()
  }

  /// Returns the file's text after some of its changes.
  ///
  /// The result is `nil` if the changes would affect more than the accepted values.
  package func text(accepting changes: [Change]) -> [UInt8]? {
    guard let bytes = changes.flatMap(\.edits).apply(to: source.bytes) else { return nil }
    let new = StoryFile(reading: SourceFile(path: source.path, bytes: bytes))
    return StoryComparison(changes).agrees(file, new) ? bytes : nil
  }

  /// Returns the offset of a byte after some changes; `nil` if the changes remove it.
  package func offset(of byte: Int, accepting changes: [Change]) -> Int? {
    changes.flatMap(\.edits).offset(of: byte)
  }

  /// Removes the changes that would affect more than the accepted values, which is rare.
  private mutating func keepHarmless() {
    guard text(accepting: changes) == nil else { return }
    let reason = "the update would also change other parts of the story"
    let harmful = changes.filter { text(accepting: [$0]) == nil }
    let locations = Set(harmful.map(\.position))
    changes.removeAll { locations.contains($0.position) }
    for change in harmful { refuse(change.proposal, reason) }
    guard text(accepting: changes) == nil else { return }
    for change in changes { refuse(change.proposal, reason) }
    changes = []
  }

  private mutating func refuse(_ proposal: Acceptance.Proposal, _ reason: String) {
    refusals.append(
      Acceptance.Refusal(
        path: proposal.path, position: proposal.update.target.range.start, reason: reason))
  }

  // MARK: - Lines

  private func change(
    for proposal: Acceptance.Proposal, at range: SourceRange, _ edits: [TextEdit]
  ) -> Change {
    let (old, new) = lines(of: edits)
    let same = zip(old, new).prefix { $0 == $1 }.count
    let (removed, added) = (old.dropFirst(same), new.dropFirst(same))
    let sameAfter = zip(removed.reversed(), added.reversed()).prefix { $0 == $1 }.count
    return Change(
      proposal: proposal, position: proposal.update.target.range.start,
      removed: Array(removed.dropLast(sameAfter)), added: Array(added.dropLast(sameAfter)),
      range: range, edits: edits)
  }

  /// Returns the lines that edits touch, before and after the edits.
  private func lines(of edits: [TextEdit]) -> ([String], [String]) {
    let start = source.lineRange(at: edits.map(\.range.lowerBound).min() ?? 0).lowerBound
    let end = source.lineRange(at: edits.map(\.range.upperBound).max() ?? 0).upperBound
    let new = edits.apply(to: Array(source.bytes[..<end])) ?? []
    return (Self.lines(source.bytes[start..<end]), Self.lines(new.dropFirst(start)))
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
