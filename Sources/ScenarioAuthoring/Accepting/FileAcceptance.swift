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

    let placed: StoryEditor.Placed
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
      for proposal in proposals { refuse(proposal, Unacceptable("the file now has errors")) }
      return
    }
    let editor = StoryEditor(tree)
    for proposal in proposals {
      do throws(Unacceptable) {
        changes.append(change(for: proposal, try editor.locate(proposal.update)))
      } catch { refuse(proposal, error) }
    }
    keepHarmless()
  }

  /// Returns the file's text after some of its changes.
  ///
  /// The result is `nil` if the changes would affect more than the accepted values.
  package func text(accepting changes: [Change]) -> [UInt8]? {
    let placed = changes.map(\.placed)
    guard let bytes = placed.flatMap(\.edits).apply(to: source.bytes) else { return nil }
    let new = StoryFile(reading: SourceFile(path: source.path, bytes: bytes))
    return StoryComparison(placed).agrees(file, new) ? bytes : nil
  }

  /// Returns the offset of a byte after some changes; `nil` if the changes remove it.
  package func offset(of byte: Int, accepting changes: [Change]) -> Int? {
    changes.flatMap(\.placed.edits).offset(of: byte)
  }

  /// Removes the changes that would affect more than the accepted values, which is rare.
  private mutating func keepHarmless() {
    guard text(accepting: changes) == nil else { return }
    let reason = Unacceptable("the update would also change other parts of the story")
    let harmful = changes.filter { text(accepting: [$0]) == nil }
    let locations = Set(harmful.map(\.position))
    changes.removeAll { locations.contains($0.position) }
    for change in harmful { refuse(change.proposal, reason) }
    guard text(accepting: changes) == nil else { return }
    for change in changes { refuse(change.proposal, reason) }
    changes = []
  }

  private mutating func refuse(_ proposal: Acceptance.Proposal, _ reason: Unacceptable) {
    refusals.append(
      Acceptance.Refusal(
        path: proposal.path, position: proposal.update.target.range.start, reason: reason.reason))
  }

  // MARK: - Lines

  private func change(for proposal: Acceptance.Proposal, _ placed: StoryEditor.Placed) -> Change {
    let (old, new) = lines(of: placed.edits)
    let same = zip(old, new).prefix { $0 == $1 }.count
    let (removed, added) = (old.dropFirst(same), new.dropFirst(same))
    let sameAfter = zip(removed.reversed(), added.reversed()).prefix { $0 == $1 }.count
    return Change(
      proposal: proposal, position: proposal.update.target.range.start,
      removed: Array(removed.dropLast(sameAfter)), added: Array(added.dropLast(sameAfter)),
      placed: placed)
  }

  /// Returns the lines that edits touch, before and after the edits.
  private func lines(of edits: [TextEdit]) -> ([String], [String]) {
    let start = source.lineRange(at: edits.map(\.range.lowerBound).min() ?? 0).lowerBound
    let end = source.lineRange(at: edits.map(\.range.upperBound).max() ?? 0).upperBound
    let old = Array(source.bytes[start..<end])
    let moved = edits.map {
      TextEdit($0.range.lowerBound - start..<$0.range.upperBound - start, $0.text)
    }
    return (Self.lines(old), Self.lines(moved.apply(to: old) ?? old))
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
