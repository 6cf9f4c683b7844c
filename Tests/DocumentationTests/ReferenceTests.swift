import Testing

@testable import ScenarioLanguage
@testable import ScenarioRunner
@testable import Simulation
@testable import StepExpressions

/// The tables of the language reference are the code's own lists.
@Suite("The language reference")
struct ReferenceTests {
  private let page = Page.article("LanguageReference") ?? Page("")

  @Test(arguments: [
    ("Keys of a story", Keys.story), ("Keys of a scenario", Keys.scenario),
    ("Keys of a background", Keys.background), ("Keys of a timeline", Keys.timeline),
    ("Keywords of steps", Keys.step), ("Units of time", DurationText.units),
    ("Tags", ExpectationTag.known),
    (
      "Failures of a request",
      TransportFailure.allCases.map(\.rawValue) + ["bad status", "bad status 404"]
    ),
  ])
  func `lists what there is`(heading: String, names: [String]) {
    #expect(page.names(below: heading).sorted() == names.sorted())
  }

  @Test func `lists the kinds of parameters`() throws {
    let own = [try BuiltInSteps.duration().name] + (try TransportSteps.parameterTypes().map(\.name))
    let all = ParameterTypes.builtIn.names + own
    #expect(page.names(below: "Parameters").sorted() == all.map { "{\($0)}" }.sorted())
  }

  @Test func `lists every time word`() {
    let kinds = page.names(below: "Time words").compactMap { word -> Timing.Kind? in
      guard case .timing(let kind, _) = TimeWord(word, in: .english) else { return nil }
      return kind
    }
    #expect(Set(kinds) == Set(Timing.Kind.allCases))
    #expect(page.names(below: "Time words").count == kinds.count + 1, "and the pause")
  }

  @Test func `lists the limits as they are`() {
    let limits = page.table(below: "Limits").map { $0.last ?? "" }
    for limit in [
      Limits.nesting, Limits.repeatedValues, Limits.values, Limits.documents,
      Limits.scenariosAndSteps,
    ] {
      #expect(limits.contains { $0.hasPrefix(Limits.text(limit)) }, "\(limit)")
    }
    #expect(limits.contains("\(Limits.fileSize / 1024 / 1024) MiB"))
    #expect(limits.contains("\(Timing.eventuallyLimit.components.seconds) s"))
  }

  @Test func `lists the words of other languages`() {
    let codes = ["ru", "fr", "de", "es"]
    #expect(Set(codes) == Set(Keywords.languages.keys))
    let rows = page.table(below: "Words in other languages")
    let names = rows.compactMap { $0.first?.codeSpans.first }
    for row in rows {
      guard let name = row.first?.codeSpans.first else { continue }
      for (code, cell) in zip(codes, row.dropFirst()) {
        let words = Keywords.languages[code]?.all(for: name).dropLast().map(\.self) ?? []
        #expect(cell.codeSpans == words, "\(name) in \(code)")
      }
    }
    let all = Set(Keys.story + Keys.scenario + Keys.step + Keys.timeline + Keys.table)
    let others: Set = ["eventually", "within", "after", "for", "never within", "passes"]
    #expect(Set(names) == all.union(others))
  }

  @Test func `lists every command`() throws {
    let commands = try ShellCommand.commands()
    #expect(!commands.isEmpty)
    let listed = page.names(below: "Commands").compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(Set(listed.map(String.init)) == Set(commands))
  }
}

/// What the article says that a simulation forbids is what the code says.
@Suite("The article on modules")
struct ModuleArticleTests {
  @Test(arguments: [
    Escape.dispatch.description, Escape.threadSleep(.seconds(1)).description,
    Escape.resumedFromOutside.description, Stall(.nothingLeft, pending: []).description,
    Stall(.storyTimeLimit(Simulation.Limits().storyTime), pending: []).description,
    Stall(.neverAtRest(jobs: Simulation.Limits().jobsAtOneMoment), pending: []).description,
    Stall(.threadBlocked(.seconds(5)), pending: []).description,
  ])
  func `shows each message word for word`(message: String) {
    let rows = Page.article("ConnectingAModule")?.table(below: "What it forbids") ?? []
    #expect(rows.contains { $0.last == "`\(message)`" })
  }
}
