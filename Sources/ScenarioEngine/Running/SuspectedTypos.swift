import ScenarioKit
import ScenarioLanguage

/// Collects keys that may contain a typo, because checks hold only by their absence.
///
/// A key that is absent at one moment and present at another has no typo, so typos are reported at
/// the end.
final class SuspectedTypos {
  private var typos: [Location: AbsentKeys.SuspectedTypo] = [:]
  private var present: Set<Location> = []

  /// Examines the value that a sentence was evaluated with.
  ///
  /// - Parameter isTurnedRound: Whether the sentence is expected not to hold, and does not.
  func look(_ sentence: PlannedSentence, _ shown: Value, isTurnedRound: Bool) {
    guard let expectation = sentence.expectation,
      isTurnedRound || expectation.rule.mayHoldByAbsence
    else { return }
    var keys = AbsentKeys()
    keys.look(expectation, shown, isTurnedRound: isTurnedRound)
    for (range, typo) in keys.typos { typos[sentence.location.location(of: range)] = typo }
    for range in keys.present { present.insert(sentence.location.location(of: range)) }
  }

  /// The remaining suspected typos, in the order of the file.
  var notes: [Note] {
    guard !typos.isEmpty else { return [] }
    return typos.filter { !present.contains($0.key) }
      .sorted { $0.key.range.start.offset < $1.key.range.start.offset }
      .map { location, typo in
        Note(
          location: location,
          message: "no key is called \(Notation.quoted(typo.key)) here; "
            + "the nearest key is \(Notation.quoted(typo.nearest))")
      }
  }
}

extension Location {
  /// Returns the location of a range in the data of the sentence here, with the line's text if the
  /// line is the same.
  fileprivate func location(of range: SourceRange) -> Location {
    let isOnLine = range.start.line == self.range.start.line
    return Location(path: path, range: range, lineText: isOnLine ? lineText : "")
  }
}
