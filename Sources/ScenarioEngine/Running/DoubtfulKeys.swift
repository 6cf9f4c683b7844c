import ScenarioKit
import ScenarioLanguage

/// Keeps the keys by whose absence the checks of a run hold, and which may have a slip in them.
///
/// What is absent at one moment and there at another has no slip, so they are told at the end.
final class DoubtfulKeys {
  private var doubts: [Place: AbsentKeys.Doubt] = [:]
  private var present: Set<Place> = []

  /// Looks at what a sentence was shown.
  ///
  /// - Parameter isTurnedRound: Whether the sentence is not to hold, and does not.
  func look(_ sentence: PlannedSentence, _ shown: Value, isTurnedRound: Bool) {
    guard let expectation = sentence.expectation,
      isTurnedRound || expectation.rule.mayHoldByAbsence
    else { return }
    var keys = AbsentKeys()
    keys.look(expectation, shown, isTurnedRound: isTurnedRound)
    for (range, doubt) in keys.doubts { doubts[sentence.place.place(of: range)] = doubt }
    for range in keys.present { present.insert(sentence.place.place(of: range)) }
  }

  /// The doubts that are left, in the order of the file.
  var notes: [Note] {
    guard !doubts.isEmpty else { return [] }
    return doubts.filter { !present.contains($0.key) }
      .sorted { $0.key.range.start.offset < $1.key.range.start.offset }
      .map { place, doubt in
        Note(
          place: place,
          message: "nothing is called \(Notation.quoted(doubt.key)) here; "
            + "there is \(Notation.quoted(doubt.nearest))")
      }
  }
}

extension Place {
  /// A place in the data of the sentence that stands here; its line is known if it is the same.
  fileprivate func place(of range: SourceRange) -> Place {
    let isOnLine = range.start.line == self.range.start.line
    return Place(path: path, range: range, lineText: isOnLine ? lineText : "")
  }
}
