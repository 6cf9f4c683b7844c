import ArgumentParser
import DisplayText
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning

struct ListCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", _superCommandName: "scenarios",
      abstract: "List scenarios without running them.")
  }

  @OptionGroup var choice: Choice

  func run() throws { try App.inWorker { vocabularies, _ in try list(with: vocabularies) } }

  private func list(with vocabularies: [Vocabulary]) throws {
    let chosen = try choice.scenarios(of: vocabularies)
    Console.error.report(chosen.brokenFiles)
    Console.error.report(chosen.unknownTags)
    if !chosen.scenarios.isEmpty {
      Console.output.write(ScenarioList(style: Console.output.style).text(for: chosen.scenarios))
    }
    if !chosen.brokenFiles.isEmpty { throw ExitStatus.inputIsWrong }
  }
}

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
      let tags = scenario.tags.map { " @\($0)" }.joined()
      text +=
        TitleLines.indentation(of: titles) + (titles.last ?? "").inOneLine() + "   "
        + style(location + (tags.isEmpty ? "" : " \(tags)"), .dim) + "\n"
    }
    return text + "\n" + counted(scenarios.count, "scenario") + "\n"
  }
}
