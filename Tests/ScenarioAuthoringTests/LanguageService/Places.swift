import Foundation
import ScenarioLanguage
import TestSupport

/// The places in stories that a test tries: one of each kind.
///
/// Places of a kind differ in words only. As the stories come the shortest first, the one that is
/// tried costs the least. Not all kinds are tried outside of CI.
struct Places {
  static let areAll = Sample.size == .everything

  private var kinds: Set<String> = []
  private let step: Int

  /// - Parameter step: One of how many kinds is tried.
  init(oneIn step: Int = 6) { self.step = Sample.number(step, whole: 1) }

  /// Returns whether a place is to be tried, because none of its kind was.
  mutating func tries(_ kind: String) -> Bool {
    Self.areAll || kinds.insert(kind).inserted && kinds.count % step == 0
  }

  /// The lengths of the prefixes of each story that end in a line of a new kind.
  ///
  /// - Parameter parts: The parts of a line at which prefixes end, such as 0.5 for its middle.
  static func prefixes(_ parts: [Double]) -> [(path: String, lengths: [Int])] {
    var places = Places()
    let prefixes = PrefixTests.stories.map { story in
      let source = story.file.source
      let lines = source.lineStarts.indices.filter { places.tries(source.shape(ofLine: $0 + 1)) }
      let lengths = lines.flatMap { line in
        let start = source.lineStarts[line]
        let ends = source.lineStarts.dropFirst(line + 1)
        let blank = source.lineText(line + 1).prefix { $0 == " " }.utf8.count
        let length = (ends.first ?? source.bytes.count) - start - blank
        return areAll
          ? Array(1...max(1, blank + length)).map { start + $0 }
          : parts.map { start + blank + Int(($0 * Double(length)).rounded(.up)) }
      }
      return (
        path: source.path, lengths: Set(lengths).intersection(1...source.bytes.count).sorted()
      )
    }
    return prefixes.filter { !$0.lengths.isEmpty }
  }
}

extension SourceFile {
  /// The first words of all keys and time words.
  private static let words = Set(
    (Keys.all.union(Keys.timeline + Keys.table + StoryLanguage.timeWords))
      .flatMap(StoryLanguage.allWords).compactMap { $0.split(separator: " ").first })

  /// Returns how a line is written: its dash, its key, and how its value begins: `- then: {`.
  func shape(ofLine line: Int) -> String {
    let parts = /\s*(?<dash>- )?(?:(?<key>[^:"'\[\]{}#]+):(?:\s+|$))?(?<value>.)?/
    guard let found = try? parts.prefixMatch(in: lineText(line)) else { return "" }
    let word = found.key.flatMap { $0.split(separator: " ").first }
    let key = word.map { Self.words.contains($0) ? "\($0): " : "…: " } ?? ""
    let value = found.value?.first.map { $0.isLetter || $0.isNumber ? "…" : "\($0)" } ?? ""
    return "\(found.dash ?? "")\(key)\(value)"
  }

  /// Returns how a key or a text is written: how its line is, how it begins, and what follows it.
  func kind(of node: Range<Int>) -> String {
    let first = bytes[node.lowerBound]
    let isWord = first >= 0x80 || Character(Unicode.Scalar(first)).isLetter
    let next = bytes.dropFirst(node.upperBound).first.map { " \($0)" } ?? ""
    return
      "\(shape(ofLine: lineIndex(at: node.lowerBound) + 1)) \(isWord ? "…" : "\(first)")\(next)"
  }
}
