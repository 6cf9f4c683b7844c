import ScenarioReports

/// A variation that a judge takes for wrong, with the check that would show it.
struct Suspicion {
  /// A check of a story.
  struct Check: Hashable {
    var timing: String?
    let sentence: String
    var data: String?

    /// The check as a story has it.
    var text: String { [timing, sentence, data].compactMap(\.self).joined(separator: ": ") }
  }

  /// The scenario in which it arose.
  let subject: Exploration.Subject
  let judge: Judge
  /// The parts by which suspicions of one cause are equal.
  let cause: [String]
  /// The problem in words, one line without a full stop.
  let words: String
  /// The change in words; of a journey, that it is one.
  let change: String
  /// The checks that fail; empty if the app's end is the failure.
  let checks: [Check]
  /// The scenario without the change, in which the checks hold.
  var baseline: Script
  /// The scenario in which they fail.
  var varied: Script
  /// The time between the last line and the checks; `nil` for the rest of each script.
  var wait: Int64?
  /// The checks that hold before the last act, with the change and without.
  let premises: [Check]
  /// Whether it arose on a journey.
  let isJourney: Bool
  /// The number of variations in which the same was suspected.
  var count = 1

  /// The title of a scenario that shows it.
  var title: String {
    let acts = varied.actTexts.joined(separator: ", then ").inOneLine()
    let words = isJourney ? SecretMask(of: subject.report.secrets ?? []).masked(acts) : change
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
