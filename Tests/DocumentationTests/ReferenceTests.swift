import Simulation
import Testing

@testable import ScenarioHTTP
@testable import ScenarioKit
@testable import ScenarioLanguage
@testable import ScenarioRunning

/// Tests that compare the tables of the language reference with the lists in the code.
@Suite("The language reference")
struct ReferenceTests {
  private let page = Page.article("LanguageReference") ?? Page("")

  @Test(arguments: [
    ("Keys of a story", Keys.story), ("Keys of a scenario", Keys.scenario),
    ("Keys of a background", Keys.background), ("Keys of a timeline", Keys.timeline),
    ("Keywords of steps", Keys.step), ("Units of time", DurationText.units),
    (
      "Failures of a request",
      TransportFailure.allCases.map(\.rawValue) + ["bad status", "bad status 404"]
    ),
  ])
  func `the language reference lists all keys, keywords, units and failures`(
    heading: String, names: [String]
  ) {
    #expect(page.names(below: heading).sorted() == names.sorted())
  }

  @Test func `the language reference lists every tag of expected values`() {
    let tags = Matchers.builtIn.names
    let longestFirst = tags.sorted { $0.count > $1.count }
    let listed = page.names(below: "Tags").map { use in
      longestFirst.first { use == $0 || use.hasPrefix($0 + " ") } ?? use
    }
    #expect(listed.sorted() == tags.sorted())
  }

  @Test func `the language reference lists every parameter type`() throws {
    let own =
      [try BuiltInSteps.duration().name]
      + (try Steps.server.parameterTypes().map(\.name))
      + (try Steps.storage.parameterTypes().map(\.name))
    let all = ParameterTypes.builtIn.names + own
    #expect(page.names(below: "Parameters").sorted() == all.map { "{\($0)}" }.sorted())
  }

  @Test func `the language reference lists every time word`() {
    let kinds = page.names(below: "Time words").compactMap { word -> Timing.Kind? in
      guard case .timing(let kind, _) = TimeWord(word, in: .english) else { return nil }
      return kind
    }
    #expect(Set(kinds) == Set(Timing.Kind.allCases))
    #expect(page.names(below: "Time words").count == kinds.count + 1, "and the pause")
  }

  @Test func `the language reference lists the actual limits`() {
    let numbers = [
      Limits.nesting, Limits.values, Limits.repeatedValues, Limits.documents,
      Limits.scenariosAndSteps, Limits.stepsOfPhrase,
    ].map { Limits.text($0) }
    let times = [Timing.eventuallyLimit, Simulation.Limits().storyTime].map {
      "\($0.components.seconds) s"
    }
    let jobs = Simulation.Limits().jobsAtOneMoment
    let expected =
      [Limits.fileSize, Limits.fixtureSize].map { "\($0 / 1024 / 1024) MiB" } + numbers
      + ["\(Limits.phraseSize / 1024 / 1024) MiB"] + times
      + [Runner.defaultEventLimit, jobs, 10 * jobs].map { Limits.text($0) }
    #expect(page.table(below: "Limits").map(\.last) == expected)
  }

  @Test func `the language reference lists the keywords of every language`() {
    let rows = page.table(below: "Words in other languages")
    let codes = page.header(below: "Words in other languages").compactMap(\.codeSpans.first)
    #expect(Set(codes) == Set(StoryLanguage.all.dropFirst().map(\.code)))
    let names = rows.compactMap { $0.first?.codeSpans.first }
    for row in rows {
      guard let name = row.first?.codeSpans.first else { continue }
      for (code, cell) in zip(codes, row.dropFirst()) {
        let words = StoryLanguage.named(code)?.words(for: name).dropLast().map(\.self) ?? []
        #expect(cell.codeSpans == words, "\(name) in \(code)")
      }
    }
    let all = Set(Keys.story + Keys.scenario + Keys.step + Keys.timeline + Keys.table)
    let others: Set = ["at once", "eventually", "within", "after", "for", "never within", "passes"]
    #expect(Set(names) == all.union(others))
  }

  @Test func `the language reference lists every command`() throws {
    let commands = try ShellCommand.commands()
    #expect(!commands.isEmpty)
    let listed = page.names(below: "Commands").map {
      $0.split(separator: " ").last.map(String.init)
    }
    #expect(Set(listed) == Set(commands))
  }
}
