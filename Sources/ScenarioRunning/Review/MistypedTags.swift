import DisplayText
import ScenarioLanguage

/// Finds tags that are used only once in all files and differ by one letter from another tag.
///
/// Short tags, and tags that differ only in digits, such as `sprint-1` and `sprint-2`, are
/// intended.
enum MistypedTags {
  /// A tag and its location.
  typealias Use = (tag: String, location: Location)

  /// Returns the tags of a file, each range once.
  static func uses(in file: StoryFile) -> [Use] {
    // A scenario with examples has its tags once for each example.
    file.stories.flatMap(\.allTags).withoutRepeats(of: \.range)
      .map { (tag: $0.string, location: file.source.location(of: $0.range)) }
  }

  /// Returns a warning for each probably mistyped tag.
  static func warnings(about found: [Use]) -> [Diagnostic] {
    var uses: [String: Int] = [:]
    for use in found { uses[use.tag, default: 0] += 1 }
    // If two tags differ by one letter, they have a shortening in common.
    var tagsByShortening: [String: [String]] = [:]
    for tag in uses.keys {
      for shortened in tag.shortenings { tagsByShortening[shortened, default: []].append(tag) }
    }
    var warnings: [Diagnostic] = []
    var reported: Set<String> = []
    for use in found.reversed() where uses[use.tag] == 1 {
      let tag = use.tag
      let near = tag.shortenings.lazy.flatMap { tagsByShortening[$0] ?? [] }.filter { other in
        // If both tags are used once, only one is reported.
        other != tag && !reported.contains(other) && tag.isTypo(of: other)
      }
      guard let other = near.max(by: { (uses[$0] ?? 0, $1) < (uses[$1] ?? 0, $0) }) else {
        continue
      }
      reported.insert(tag)
      warnings.append(
        Diagnostic(
          "the tag \"\(tag)\" is used once and is nearly the same as \"\(other)\"",
          at: use.location, severity: .warning, rule: .mistypedTag, hints: [didYouMean(other)]))
    }
    return warnings
  }
}

extension String {
  /// The lengths of tags that are compared, in characters.
  private static let comparedLengths = 4...64

  /// The text, and each text made by removing one of its characters; empty if the text is too short
  /// or too long.
  fileprivate var shortenings: Set<String> {
    // A compared tag may be one letter shorter than the minimum.
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

  fileprivate func isTypo(of other: String) -> Bool {
    max(count, other.count) >= Self.comparedLengths.lowerBound
      && filter { !$0.isNumber } != other.filter { !$0.isNumber }
      && NearestText.distance(from: self, to: other, atMost: 1) != nil
  }
}
