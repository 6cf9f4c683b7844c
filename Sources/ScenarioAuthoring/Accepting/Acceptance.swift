import ScenarioEngine
import ScenarioKit
import ScenarioLanguage

/// What the results of scenarios say that stories would have to say, if all of it was meant.
package struct Acceptance: Sendable {
  /// A value that can be accepted.
  package struct Proposal: Sendable, Hashable {
    /// The full name of the scenario that fails because of it; the first of several.
    package var scenario: String

    /// The shown path of the file.
    package var path: String

    package let amendment: Amendment
  }

  /// Something that does not hold and that no other value makes hold.
  package struct Refusal: Sendable, Hashable {
    /// The shown path of the file.
    package var path: String

    /// Where in it.
    package var position: Position

    /// Why it can't be accepted, without a full stop.
    package var reason: String

    package init(path: String, position: Position, reason: String) {
      self.path = path
      self.position = position
      self.reason = reason
    }
  }

  /// What can be accepted, in the order of each file.
  package private(set) var proposals: [Proposal] = []

  /// What can't, in the order of each file.
  package private(set) var refusals: [Refusal] = []

  private var known: Set<Refusal> = []

  /// Looks at results; scenarios that fail as they are expected to are left as they are.
  package init(of results: [ScenarioResult]) {
    var candidates: [Spot: Proposal] = [:]
    for result in results where result.isBroken {
      for failure in result.failures { add(failure, of: result, to: &candidates) }
    }
    var uses = Uses(of: Set(candidates.keys))
    for result in results { uses.add(result, isToPass: result.isBroken) }
    for (spot, proposal) in candidates {
      if let reason = uses.contradiction(at: spot) {
        refuse(Refusal(path: spot.path, position: spot.range.start, reason: reason))
      } else {
        proposals.append(proposal)
      }
    }
    proposals.sort {
      ($0.path, $0.amendment.target.range.start.offset)
        < ($1.path, $1.amendment.target.range.start.offset)
    }
    refusals.sort { ($0.path, $0.position.offset) < ($1.path, $1.position.offset) }
  }

  private mutating func add(
    _ failure: Failure, of result: ScenarioResult, to candidates: inout [Spot: Proposal]
  ) {
    let path = failure.place.path
    if failure.amendments.isEmpty {
      refuse(
        Refusal(
          path: path, position: failure.place.range.start,
          reason: result.scenario.hasNumberInSentence(of: failure)
            ? "its number stands in the sentence: change it by hand"
            : "it is not a value that differs: \(failure.message)"))
    }
    for amendment in failure.amendments {
      let range = amendment.target.range
      if case .impossible(let reason) = amendment.change {
        refuse(Refusal(path: path, position: range.start, reason: reason))
        continue
      }
      let spot = Spot(path: path, range: range)
      guard candidates[spot] == nil else { continue }
      candidates[spot] = Proposal(
        scenario: result.scenario.name, path: path, amendment: amendment)
    }
  }

  private mutating func refuse(_ refusal: Refusal) {
    if known.insert(refusal).inserted { refusals.append(refusal) }
  }
}

/// A stretch of a file.
struct Spot: Hashable {
  var path: String
  var range: SourceRange
}

extension PlannedScenario {
  /// Whether a check says that it fails whose sentence has a number in it.
  fileprivate func hasNumberInSentence(of failure: Failure) -> Bool {
    guard failure.isSaidByCheck,
      let sentence = steps.lazy.flatMap(\.sentences).first(where: { $0.place == failure.place })
    else { return false }
    return sentence.arguments.values.contains { $0 is any Numeric }
  }
}
