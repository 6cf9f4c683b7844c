import ScenarioLanguage

/// The matchers that a story can use.
package final class Matchers: Sendable {
  /// The matchers of every module.
  package static let builtIn = Matchers([
    MatcherTag(AnyValue.self), .absent, MatcherTag(Contains.self), MatcherTag(Matches.self),
    MatcherTag(Count.self), MatcherTag(About.self), MatcherTag(Above.self), MatcherTag(Below.self),
    .oneOf, MatcherTag(OneOf.self), MatcherTag(Not.self), .exactly, MatcherTag(Unordered.self),
  ])

  /// The tags, in the order in which hints list them.
  let tags: [MatcherTag]
  private let tagsByWord: [String: MatcherTag]

  private init(_ tags: [MatcherTag]) {
    self.tags = tags
    tagsByWord = Dictionary(tags.map { ($0.word, $0) }) { first, _ in first }
  }

  /// A reason why a module can't have a matcher.
  package struct Problem: Error, CustomStringConvertible { package let description: String }

  /// Returns these matchers and one more.
  package func adding(_ matcher: any Matcher.Type) throws(Problem) -> Matchers {
    let tag = MatcherTag(matcher)
    guard tag.name.wholeMatch(of: /(?!not-)[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
      throw Problem(
        description: "the matcher \(matcher) can't be called \(Notation.quoted(tag.name)); "
          + "a name has lower-case letters, digits and dashes, and does not begin with \"not-\"")
    }
    guard tagsByWord[tag.word] == nil else {
      throw Problem(
        description: "there are two matchers for the tag \(tag.word)\n"
          + "Give one of them another name, or remove it.")
    }
    return Matchers(tags + [tag])
  }

  /// The tags as stories write them, such as `!one of`.
  var names: [String] { tags.map { "!" + $0.name } }

  /// The tags with data, such as `!above 3`.
  package var examples: [String] { tags.map(\.example) }

  /// The tags as YAML reads them, and their negations, such as `!not-contains`.
  package var words: [String] {
    let words = tags.map(\.word)
    return words + words.filter { $0 != "!not" }.map(MatcherTag.negation)
  }

  /// Returns the rule of a node with a tag.
  func rule(of node: Node, tagged word: String) throws(DataError) -> Rule {
    if let tag = tagsByWord[word] { return try tag.read(MatcherContent(node, of: tag, self)) }
    guard word.hasPrefix("!not-"), let tag = tagsByWord["!" + word.dropFirst("!not-".count)] else {
      throw DataError("unknown tag \(word)", at: node.tagRange, hints: hints(for: word))
    }
    var inner = node
    inner.tag = tag.word
    return .matcher(Not(other: try ExpectedValue(inner, self)))
  }

  /// Throws an error for a space between `!` and the name of a tag.
  ///
  /// YAML ignores a single `!`, so `! contains x` would be the text "contains x".
  func refuseSpaceInTag(of node: Node) throws(DataError) {
    guard node.tag == "!" else { return }
    let name = node.style == .plain ? node.text?.prefix { $0 != " " } ?? "" : ""
    let isTag = words.contains("!" + name.lowercased())
    throw DataError(
      "there is a space after !, so this is no tag", at: node.range,
      hints: [
        isTag
          ? "Write !\(name), without the space." : "Remove the !, or write !not for another value."
      ])
  }

  private func hints(for unknown: String) -> [Message] {
    let word = unknown.lowercased().filter(\.isLetter)
    if ["is", "equals", "equal", "eq", "exact"].contains(word) {
      return ["Write the value itself, without a tag."]
    }
    if ["empty", "blank", "none", "notempty", "nonempty"].contains(word) {
      return [
        word.hasPrefix("no") && word != "none"
          ? "Write !not-count 0, or !not \"\" for a text."
          : "Write [] for a list, \"\" for a text, or !count 0."
      ]
    }
    if word.hasPrefix("not"), let tag = tag(meantBy: String(word.dropFirst(3))) {
      return [didYouMean(MatcherTag.negation(tag.word))]
    }
    if let tag = tag(meantBy: word) { return [didYouMean(tag.word)] }
    return DataError.hints(for: unknown, among: names, called: "tags")
  }

  /// Returns the tag that has another name in other tools; `nil` for an unrelated word.
  private func tag(meantBy word: String) -> MatcherTag? {
    tags.first { $0.word.dropFirst() == word } ?? tags.first { $0.otherNames.contains(word) }
  }
}

/// The tag of a matcher.
struct MatcherTag: Sendable {
  /// The words after `!`.
  let name: String
  /// The tag with data, for hints.
  let example: String
  let otherNames: [String]
  let read: @Sendable (MatcherContent) throws(DataError) -> Rule

  init(
    _ name: String, example: String = "", otherNames: [String] = [],
    read: @escaping @Sendable (MatcherContent) throws(DataError) -> Rule
  ) {
    (self.name, self.otherNames, self.read) = (name, otherNames, read)
    self.example = example.isEmpty ? "!\(name)" : "!\(name) \(example)"
  }

  init<M: Matcher>(_ type: M.Type) {
    self.init(M.name, example: M.example, otherNames: M.otherNames) {
      content throws(DataError) in .matcher(try M(content))
    }
  }

  /// The tag as YAML reads it, which ends at a space: `!one` for `!one of`.
  var word: String { "!" + name.prefix { $0 != " " } }

  /// Returns the tag that negates another.
  static func negation(_ word: String) -> String { "!not-" + word.dropFirst() }
}
