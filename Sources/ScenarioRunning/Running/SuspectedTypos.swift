import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioResults

/// Collects keys that may contain a typo, because checks hold only by their absence.
///
/// A key that is absent at one moment and present at another has no typo, so typos are reported at
/// the end.
final class SuspectedTypos {
  /// A place in the values of an observation, independent of the elements of lists.
  private struct Place: Hashable {
    var observation: ObjectIdentifier
    var path: [String]
  }

  /// Whether the checks that are evaluated belong to the scenario itself.
  ///
  /// Outer scenarios report the typos in their own steps.
  var isOwnStep = true

  private var suspects: [Location: (suspect: AbsentKeys.Suspect, place: Place)] = [:]
  private var present: Set<Location> = []

  /// The observations of checks that hold because of an absent key.
  private let watched: Set<ObjectIdentifier>

  /// The keys of all values that the scenario observed, for each watched observation.
  private var seen: Set<Place> = []

  /// Creates a collection for the checks of a scenario.
  init(for steps: [PlannedStep]) {
    var watched: Set<ObjectIdentifier> = []
    for step in steps where step.mayHoldByAbsence {
      for sentence in step.sentences { watched.insert(ObjectIdentifier(sentence.definition)) }
    }
    self.watched = watched
  }

  /// Returns the arguments of a check, which record the keys of its value if they matter.
  func arguments(of sentence: PlannedSentence) -> StepDefinition.Arguments {
    var arguments = sentence.arguments
    if !watched.isEmpty, watched.contains(ObjectIdentifier(sentence.definition)) {
      arguments.keys = KeyRecord()
    }
    return arguments
  }

  /// Records the keys of a value that the scenario observed.
  func record(_ value: Value, of definition: StepDefinition) {
    note(value, of: ObjectIdentifier(definition), path: [])
  }

  private func note(_ value: Value, of observation: ObjectIdentifier, path: [String]) {
    switch value {
    case .mapping(let pairs):
      for pair in pairs {
        seen.insert(Place(observation: observation, path: path + [pair.key]))
        note(pair.value, of: observation, path: path + [pair.key])
      }
    case .list(let elements):
      for element in elements { note(element, of: observation, path: path) }
    case .absent, .bool, .integer, .number, .text: break
    }
  }

  /// Examines the value that an expected value was compared with, where the check holds.
  ///
  /// - Parameters:
  ///   - isNegated: Whether the check holds because the value is not the expected one.
  ///   - keys: The keys that the type of the value can have.
  func examine(
    _ expected: ExpectedValue, in sentence: PlannedSentence, _ shown: Value, _ keys: KnownKeys,
    isNegated: Bool
  ) {
    guard isOwnStep, isNegated || expected.rule.mayHoldByAbsence else { return }
    var found = AbsentKeys()
    found.collect(expected, shown, keys, isNegated: isNegated)
    for (range, suspect) in found.suspects {
      let place = Place(
        observation: ObjectIdentifier(sentence.definition), path: suspect.path + [suspect.key])
      suspects[sentence.location.location(of: range)] = (suspect, place)
    }
    for range in found.present { present.insert(sentence.location.location(of: range)) }
  }

  /// The remaining suspected typos, in the order of the file.
  var notes: [Note] {
    suspects.filter { location, found in
      !present.contains(location) && (found.suspect.isImpossible || !seen.contains(found.place))
    }.sorted { $0.key.range.start.offset < $1.key.range.start.offset }
      .map { location, found in
        let key = Notation.quoted(found.suspect.key)
        return Note(
          found.suspect.nearest.map { nearest in
            "no key is called \(key) here; the nearest key is \(Notation.quoted(nearest))"
          } ?? "no value in this scenario has the key \(key); check its spelling",
          at: location, rule: .unobservedKey)
      }
  }
}

extension PlannedStep {
  /// Whether a check of the step may hold because a key is absent.
  fileprivate var mayHoldByAbsence: Bool {
    if let timeline { return timeline.values.contains { $0.expected.rule.mayHoldByAbsence } }
    return timing?.kind == .never
      || sentences.contains { $0.expectation?.rule.mayHoldByAbsence == true }
  }
}

extension Location {
  /// Returns the location of a range in the data of the sentence here, with the line's text if the
  /// line is the same.
  func location(of range: SourceRange) -> Location {
    let isOnLine = range.start.line == self.range.start.line
    return Location(path: path, range: range, lineText: isOnLine ? lineText : "")
  }
}
