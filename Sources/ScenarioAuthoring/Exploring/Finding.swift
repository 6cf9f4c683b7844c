import ScenarioKit
import ScenarioLanguage

/// A scenario that no story has, and that goes wrong.
package struct Finding: Sendable, Hashable, Codable {
  /// The judge that found it.
  package let judge: Judge
  /// The problem in words, such as `the app never stops sending GET https://shop.example/cart`.
  package let problem: String
  /// The change that leads to it, such as `the buyer taps Pay, twice at once`.
  package let change: String
  /// The path of the story file.
  package let path: String
  /// The line of the scenario that was changed, from 1.
  package let line: Int
  /// The titles of that scenario.
  package let titles: [String]
  /// The title of the finding: the change.
  package let title: String
  /// The scenario that fails, as an item of the story's `scenarios`, indented by two spaces.
  package let scenario: String
  /// The names of the failure, as a known issue has them.
  package let failures: [String]
  /// The number of variations in which the same was found.
  package let count: Int

  /// Returns the item with another title and with a known issue, which hides no other failure, and
  /// without its dash and margin.
  private func item(_ title: String) -> String {
    let names = failures.map { Notation.text($0, in: .flow) }
    let name = names.count == 1 ? names[0] : Notation.list(names)
    var lines = scenario.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.dropFirst(4)) }
    lines[0] = "scenario: \(Notation.text(title, in: .block))"
    lines.insert("known issue: { found by explore: \(name) }", at: 1)
    return lines.joined(separator: "\n").replacing(/\s+$/, with: "")
  }

  /// Returns the text of a story file with findings of it, each below its scenario.
  ///
  /// - Throws: `Diagnostic` if the file has to be changed by hand.
  package static func add(_ found: [Finding], to source: SourceFile) throws(Diagnostic) -> String {
    var text = source
    // From the last one to the first one, so that the lines stay true.
    for finding in found.reversed().sorted(by: { $0.line > $1.line }) {
      guard let story = SyntaxTree(text)?.story(at: finding.line),
        let list = story.member("scenarios", story.language),
        list.value.form != .brackets
      else { throw StoryEditor.byHand }
      let known = list.value.members.map { $0.value.member("scenario", story.language) }
      var titles = Set(known.compactMap { $0?.value.node.text })
      let item = finding.item(titles.insert(numbered: finding.title))
      text = try text.applying([
        text.adding(item, or: "", to: list, after: finding.line + 1, isApart: true)
      ])
    }
    return try source.checked(text)
  }
}
