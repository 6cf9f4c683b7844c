import DisplayText
import ScenarioLanguage

/// Finds tags that are used only once in all files and differ by one letter from another tag.
///
/// Short tags, and tags that differ only in digits, such as `sprint-1` and `sprint-2`, are
/// intended.
struct MistypedTags {
  private var uses: [String: Int] = [:]
  private var order: [(tag: String, location: Location)] = []

  /// The tags of the files so far.
  var names: Set<String> { Set(uses.keys) }

  /// A tag and its range.
  struct Use: Sendable {
    var tag: String
    var range: SourceRange
  }

  /// Returns the tags of a file, each range once.
  static func uses(in file: StoryFile) -> [Use] {
    // A scenario with examples has its tags once for each example.
    var seen: Set<SourceRange> = []
    return file.stories.flatMap(\.allTags).filter { seen.insert($0.range).inserted }
      .map { Use(tag: $0.string, range: $0.range) }
  }

  /// Adds the tags of a file; call it in the order of the files.
  ///
  /// - Parameter location: Returns the location of a range in the file.
  mutating func add(_ found: [Use], location: (SourceRange) -> Location) {
    for use in found {
      uses[use.tag, default: 0] += 1
      if uses[use.tag] == 1 { order.append((use.tag, location(use.range))) }
    }
  }

  /// Returns a warning for each probably mistyped tag in the files so far.
  func found() -> [Diagnostic] {
    // If two tags differ by one letter, they have a shortening in common.
    var tagsByShortening: [String: [String]] = [:]
    for (tag, _) in order {
      for shortened in tag.shortenings { tagsByShortening[shortened, default: []].append(tag) }
    }
    var found: [Diagnostic] = []
    var reported: Set<String> = []
    for (tag, location) in order.reversed() where uses[tag] == 1 {
      let near = tag.shortenings.lazy.flatMap { tagsByShortening[$0] ?? [] }.filter { other in
        // If both tags are used once, only one is reported.
        other != tag && !reported.contains(other) && tag.isTypo(of: other)
      }
      guard let other = near.max(by: { (uses[$0] ?? 0, $1) < (uses[$1] ?? 0, $0) }) else {
        continue
      }
      reported.insert(tag)
      found.append(
        Diagnostic(
          "the tag \"\(tag)\" is used once and is nearly the same as \"\(other)\"", at: location,
          severity: .warning, rule: .mistypedTag, hints: [didYouMean(other)]))
    }
    return found
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
