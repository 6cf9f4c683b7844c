import ScenarioLanguage

/// The tags that are written once in all files and are one letter away from another.
///
/// Short ones and those that differ in a digit, such as `sprint-1` and `sprint-2`, are meant.
struct MistypedTags {
  private var uses: [String: Int] = [:]
  private var order: [(tag: String, place: Place)] = []

  /// A tag where it is written.
  struct Use: Sendable {
    var tag: String
    var range: SourceRange
  }

  /// The tags of a file, each place once.
  static func uses(in file: StoryFile) -> [Use] {
    // A scenario with examples has its tags once for each.
    var seen: Set<SourceRange> = []
    return file.stories.flatMap(\.allTags).filter { seen.insert($0.range).inserted }
      .map { Use(tag: $0.string, range: $0.range) }
  }

  /// Takes the tags of a file, after those before it.
  ///
  /// - Parameter place: Returns the place of a range in the file.
  mutating func add(_ found: [Use], place: (SourceRange) -> Place) {
    for use in found {
      uses[use.tag, default: 0] += 1
      if uses[use.tag] == 1 { order.append((use.tag, place(use.range))) }
    }
  }

  /// A warning for each of them in the files so far.
  func found() -> [Diagnostic] {
    // Of two tags that differ by a letter, some shortening of the one is a shortening of the other.
    var tagsByShortening: [String: [String]] = [:]
    for (tag, _) in order {
      for shortened in tag.shortenings { tagsByShortening[shortened, default: []].append(tag) }
    }
    var found: [Diagnostic] = []
    var told: Set<String> = []
    for (tag, place) in order.reversed() where uses[tag] == 1 {
      let near = tag.shortenings.lazy.flatMap { tagsByShortening[$0] ?? [] }.filter { other in
        // Where both are there once, one of them is told.
        other != tag && !told.contains(other) && tag.isSlip(of: other)
      }
      guard let other = near.max(by: { (uses[$0] ?? 0, $1) < (uses[$1] ?? 0, $0) }) else {
        continue
      }
      told.insert(tag)
      found.append(
        Diagnostic(
          "the tag \"\(tag)\" is used once and is nearly the same as \"\(other)\"", at: place,
          severity: .warning, rule: .mistypedTag, remedies: ["Did you mean: \(other)"]))
    }
    return found
  }
}

extension Story {
  /// The tags as they are written, of the story and of all scenarios in it.
  fileprivate var allTags: [Text] { tags + scenarios.flatMap(\.allTags) }
}

extension Scenario {
  fileprivate var allTags: [Text] { tags + scenarios.flatMap(\.allTags) }
}

extension String {
  /// The longest and the shortest tags, in characters, whose letters are looked at.
  private static let comparedLengths = 4...64

  /// The text, and what is left of it without any one of its characters; nothing for a text that
  /// is too short or too long.
  fileprivate var shortenings: Set<String> {
    // One that is compared may be a letter shorter than the shortest.
    guard (Self.comparedLengths.lowerBound - 1...Self.comparedLengths.upperBound).contains(count)
    else { return [] }
    var texts: Set<String> = [self]
    for index in indices {
      var text = self
      text.remove(at: index)
      texts.insert(text)
    }
    return texts
  }

  fileprivate func isSlip(of other: String) -> Bool {
    max(count, other.count) >= Self.comparedLengths.lowerBound
      && filter { !$0.isNumber } != other.filter { !$0.isNumber }
      && NearestText.distance(from: self, to: other, atMost: 1) != nil
  }
}
