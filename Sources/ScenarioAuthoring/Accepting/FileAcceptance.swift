import ScenarioKit
import ScenarioLanguage

/// What becomes of a file when values are accepted.
package struct FileAcceptance: Sendable {
  /// A change that can be made.
  package struct Change: Sendable {
    package var proposal: Acceptance.Proposal

    /// Where it begins.
    package var position: Position

    /// The lines that go, from the first that changes to the last.
    package var removed: [String]

    /// The lines that come.
    package var added: [String]

    let placed: StoryEditor.Placed
  }

  /// The file as it is.
  package let source: SourceFile

  /// The changes that can be made, in the order of the file.
  package private(set) var changes: [Change] = []

  /// What can't be accepted, and why.
  package private(set) var refusals: [Acceptance.Refusal] = []

  private let file: StoryFile

  /// Works out the changes that proposals for a file come to.
  ///
  /// Each is tried: it is left out if anything else of the stories would change with it.
  package init(of source: SourceFile, _ proposals: [Acceptance.Proposal]) {
    self.source = source
    file = StoryFile(reading: source)
    guard let tree = SyntaxTree(source), file.isRunnable else {
      for proposal in proposals { refuse(proposal, Unacceptable("the file has mistakes now")) }
      return
    }
    let editor = StoryEditor(tree)
    for proposal in proposals {
      do throws(Unacceptable) {
        changes.append(change(for: proposal, try editor.place(proposal.amendment)))
      } catch {
        refuse(proposal, error)
      }
    }
    keepHarmless()
  }

  /// The file's text with some of its changes made; `nil` where that would change more than it
  /// should.
  package func text(accepting changes: [Change]) -> [UInt8]? {
    let placed = changes.map(\.placed)
    guard let bytes = placed.flatMap(\.edits).apply(to: source.bytes) else { return nil }
    let new = StoryFile(reading: SourceFile(path: source.path, bytes: bytes))
    return StoryComparison(placed).agrees(file, new) ? bytes : nil
  }

  /// Where a byte of the file is once changes have been made; `nil` where they take it away.
  package func offset(of byte: Int, accepting changes: [Change]) -> Int? {
    changes.flatMap(\.placed.edits).offset(of: byte)
  }

  /// Leaves out what changes more than it should, which nearly always is nothing.
  private mutating func keepHarmless() {
    guard text(accepting: changes) == nil else { return }
    let reason = Unacceptable("something else in the story would change with it")
    let harmful = changes.filter { text(accepting: [$0]) == nil }
    let places = Set(harmful.map(\.position))
    changes.removeAll { places.contains($0.position) }
    for change in harmful { refuse(change.proposal, reason) }
    guard text(accepting: changes) == nil else { return }
    for change in changes { refuse(change.proposal, reason) }
    changes = []
  }

  private mutating func refuse(_ proposal: Acceptance.Proposal, _ reason: Unacceptable) {
    refusals.append(
      Acceptance.Refusal(
        path: proposal.path, position: proposal.amendment.target.range.start,
        reason: reason.reason))
  }

  // MARK: - Lines

  private func change(
    for proposal: Acceptance.Proposal, _ placed: StoryEditor.Placed
  ) -> Change {
    let (old, new) = lines(of: placed.edits)
    let same = zip(old, new).prefix { $0 == $1 }.count
    let (removed, added) = (old.dropFirst(same), new.dropFirst(same))
    let sameBehind = zip(removed.reversed(), added.reversed()).prefix { $0 == $1 }.count
    return Change(
      proposal: proposal, position: proposal.amendment.target.range.start,
      removed: Array(removed.dropLast(sameBehind)), added: Array(added.dropLast(sameBehind)),
      placed: placed)
  }

  /// The lines that edits touch, before and after.
  private func lines(of edits: [TextEdit]) -> ([String], [String]) {
    let start = source.lineRange(at: edits.map(\.range.lowerBound).min() ?? 0).lowerBound
    let end = source.lineRange(at: edits.map(\.range.upperBound).max() ?? 0).upperBound
    let old = Array(source.bytes[start..<end])
    let moved = edits.map {
      TextEdit($0.range.lowerBound - start..<$0.range.upperBound - start, $0.text)
    }
    let new = moved.apply(to: old) ?? old
    return (Self.lines(old), Self.lines(new))
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
