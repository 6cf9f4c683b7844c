import ScenarioLanguage

/// A story, a phrase or a scenario in the outline of a file.
package struct Outline: Sendable {
  /// The kind, with its number in the Language Server Protocol.
  package enum Kind: Int64, Sendable { case story = 2, phrase = 12, scenario = 6 }

  package var title: String
  package var kind: Kind
  package var range: SourceRange
  package var titleRange: SourceRange
  package var children: [Outline] = []
}

extension Outline {
  /// This part and all inside of it.
  var withChildren: [Outline] { [self] + children.flatMap(\.withChildren) }

  init(_ story: Story) {
    let phrases = story.phrases.map {
      Outline(title: $0.string, kind: .phrase, range: $0.range, titleRange: $0.range)
    }
    self.init(
      title: story.title.string, kind: .story, range: story.range, titleRange: story.title.range,
      children: phrases + Self.outline(of: story.scenarios))
  }

  private static func outline(of scenarios: [Scenario]) -> [Outline] {
    // A scenario with examples is there once for each example.
    var seen: Set<SourceRange> = []
    return scenarios.filter { seen.insert($0.range).inserted }.map { scenario in
      let title = scenario.title
      return Outline(
        title: title.string, kind: .scenario, range: scenario.range, titleRange: title.range,
        children: outline(of: scenario.scenarios))
    }
  }
}
