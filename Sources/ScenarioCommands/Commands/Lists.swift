import DisplayText
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

/// A list of scenarios for people, in the order and nesting of their stories.
package struct ScenarioList: Sendable {
  let style: TextStyle

  /// Returns the list, followed by the number of scenarios.
  package func text(for scenarios: [PlannedScenario]) -> String {
    var text = ""
    var lines = TitleLines(style: style)
    for scenario in scenarios {
      let titles = scenario.id.titles
      text += lines.above(titles, in: scenario.id.path, note: "module \(scenario.module)")
      let location = "\(scenario.id.path):\(scenario.location.range.start.line)".inOneLine()
      let tags =
        scenario.tags.isEmpty ? "" : "  " + scenario.tags.map { "@\($0)" }.joined(separator: " ")
      text +=
        TitleLines.indentation(of: titles) + (titles.last ?? "").inOneLine() + "   "
        + style(location + tags, .dim) + "\n"
    }
    return text + "\n" + counted(scenarios.count, "scenario") + "\n"
  }
}

/// A list of a vocabulary for people.
package struct StepList: Sendable {
  let style: TextStyle
  /// Whether the list has the Swift files and lines of the definitions.
  var showsLocations = false

  /// Returns the sentences of each module by purpose.
  ///
  /// - Parameters:
  ///   - vocabularies: The vocabularies of the modules.
  ///   - notes: Returns lines that are shown below the sentence of a step definition of a module.
  package func text(
    for vocabularies: [KnownSentences], notes: (StepSignature, String) -> [String] = { _, _ in [] }
  ) -> String { vocabularies.map { text($0, notes: notes) }.joined(separator: "\n") }

  private func text(_ known: KnownSentences, notes: (StepSignature, String) -> [String]) -> String {
    var text = style("module \(known.module)", .bold) + "\n"
    let width = known.entries.filter(\.isCommonForm).map { Self.sentence(of: $0).count }.max() ?? 0
    for (role, heading, _) in VocabularyGuide.purposes {
      let entries = known.entries.filter { $0.signature.role == role && $0.isCommonForm }
      guard !entries.isEmpty else { continue }
      text += "\n  \(style(heading, .cyan))\n"
      for entry in entries {
        let sentence = Self.sentence(of: entry)
        let gap = String(repeating: " ", count: width - sentence.count + 3)
        let origin = style(entry.signature.origin.description, .dim)
        text += "    \(sentence)\(showsLocations ? gap + origin : "")\n"
        text += notes(entry.signature, known.module).map { style("      \($0)", .dim) + "\n" }
          .joined()
        for (language, wordings) in entry.signature.otherWordings {
          text += style("      \(language ?? "also"): \(wordings.joined(separator: ", "))", .dim)
          text += "\n"
        }
      }
    }
    return text
  }

  /// Returns the sentence, with a colon if data follows.
  private static func sentence(of entry: Vocabulary.Entry) -> String {
    entry.signature.takesData ? entry.expression.source + ": …" : entry.expression.source
  }
}

extension StepSignature {
  /// The synonyms, and then the translations by language, in the order of the definition.
  fileprivate var otherWordings: [(language: String?, wordings: [String])] {
    wordings.dropFirst().reduce(into: []) { groups, wording in
      if groups.last?.language == wording.language, !groups.isEmpty {
        groups[groups.count - 1].wordings.append(wording.expression)
      } else {
        groups.append((wording.language, [wording.expression]))
      }
    }
  }
}
