import Foundation
import ReaderStories
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import TestSupport
import Testing

@testable import ScenarioAuthoring

@Suite("Changes of stories")
struct StoryChangeTests {
  private static let path = "facts/facts.yaml"
  private static let head = "story: S\nmodule: facts\nscenarios:\n"

  private let service = LanguageService(folder: PrefixTests.folder.path, shownAs: "Scenarios")

  private func make(
    _ change: StoryChange, _ line: Int, _ text: String
  ) throws(Diagnostic) -> LanguageService.ChangedText {
    service.update(Self.path, text: text, version: 1)
    return try service.change(scenarioAt: line, in: Self.path, change)
  }

  // MARK: - Layouts

  /// A list of scenarios before and after a change of the one in line 4, and what is changed.
  static let cases: [(change: StoryChange, before: String, after: String)] = [
    // A list in brackets on several lines, with comments.
    (
      .addStep(NewStep(.when, "NEW")),
      "  - scenario: A\n    when: [ a, # why\n            b ] # both\n    # last\n",
      "  - scenario: A\n    when: [ a, # why\n            b, NEW ] # both\n    # last\n"
    ),
    (
      .addStep(NewStep(.when, "NEW")), "  - scenario: A\n    when: [] # none\n",
      "  - scenario: A\n    when: [NEW] # none\n"
    ),
    // Comments at the ends of lists.
    (
      .addStep(NewStep(.then, "NEW")),
      "  - scenario: A\n    then:\n      - a:\n          b: 1 # one\n          # below b\n"
        + "      # below a\n",
      "  - scenario: A\n    then:\n      - a:\n          b: 1 # one\n          # below b\n"
        + "      # below a\n      - NEW\n"
    ),
    // A text block in a mapping that becomes a list.
    (
      .addStep(NewStep(.given, "NEW")),
      "  - scenario: A\n    given:\n      a: |\n        text\n      b: 2\n",
      "  - scenario: A\n    given:\n      - a: |\n          text\n      - b: 2\n      - NEW\n"
    ),
    // A step that continues an act goes on to do so.
    (
      .addStep(NewStep(.when, "NEW"), after: 6),
      "  - scenario: A\n    steps:\n      - when: a\n      - and: b # beside\n",
      "  - scenario: A\n    steps:\n      - when: a\n      - when: NEW\n      - and: b # beside\n"
    ),
    (
      .removeStep(at: 7),
      "  - scenario: A\n    steps:\n      - when: a\n      - and: b\n      # c\n      - but: c\n",
      "  - scenario: A\n    steps:\n      - when: a\n      # c\n      - but: c\n"
    ),
    (
      .removeStep(at: 9),
      "  - scenario: A\n    when:\n      # first\n      - a # beside a\n      # second\n"
        + "      - b: # of b\n          c: 1 # beside c\n      - d\n",
      "  - scenario: A\n    when:\n      # first\n      - a # beside a\n      # second\n      - d\n"
    ),
    (
      .removeStep(at: 7), "  - scenario: A\n    then:\n      - a\n      - b # beside\n",
      "  - scenario: A\n    then:\n      - a\n"
    ),
    (
      .moveStep(at: 7, up: false),
      "  - scenario: A\n    steps:\n      # a\n      - when: a # beside\n      # b\n"
        + "      - { and: b }\n",
      "  - scenario: A\n    steps:\n      # b\n      - { when: b }\n      # a\n"
        + "      - and: a # beside\n"
    ),
    (
      .replaceStep(at: 5, with: NewStep(.then, "c", data: "[3]")),
      "  - scenario: A\n    then: [ { within 1 s: { b: [ 2 ] } } ] # checks\n",
      "  - scenario: A\n    then: [ { within 1 s: { c: [3] } } ] # checks\n"
    ),
    (
      .replaceStep(at: 7, with: NewStep(.when, "c", data: "{ d: 1 }")),
      "  - scenario: A\n    when:\n      # first\n      - 'a' # beside\n      # last\n",
      "  - scenario: A\n    when:\n      # first\n      - { c: { d: 1 } } # beside\n      # last\n"
    ),
    (
      .rename("B, b"), "  - { scenario: A, when: a } # beside\n",
      "  - { scenario: \"B, b\", when: a } # beside\n"
    ),
    (
      .move(.away), "  [ { scenario: A, when: a }, # beside\n    { scenario: B, when: b } ]\n",
      "  [ { scenario: B, when: b } ]\n"
    ),
    // Tables, and examples in brackets.
    (
      .setExamples(
        ExampleTable(columns: ["n", "m"], rows: [ExampleTable.Row(["1", "z"], origin: 0)])),
      "  - scenario: A <n>\n    examples:\n      columns: [ n, m ] # names\n      rows:\n"
        + "        # first\n        - [ 1, \"x\" ] # one\n        - [ 2, 'y' ]\n    when: <n> <m>\n",
      "  - scenario: A <n>\n    examples:\n      columns: [ n, m ] # names\n      rows:\n"
        + "        # first\n        - [ 1, \"z\" ] # one\n    when: <n> <m>\n"
    ),
    (
      .setExamples(
        ExampleTable(
          columns: ["n"],
          rows: [
            ExampleTable.Row(["1"], origin: 0), ExampleTable.Row(["2"], origin: 1),
            ExampleTable.Row(["3"]),
          ])),
      "  - scenario: A <n>\n    examples: [ { n: 1 }, { n: 2 } ] # two\n    when: <n>\n",
      "  - scenario: A <n>\n    examples: [ { n: 1 }, { n: 2 }, { n: 3 } ] # two\n    when: <n>\n"
    ),
  ]

  @Test(arguments: cases.indices, ["\n", "\r\n"])
  func `a change leaves the layout and the comments beside it, also without a last line break`(
    index: Int, lineBreak: String
  ) throws {
    let (change, before, after) = Self.cases[index]
    for isComplete in [true, false] {
      func text(_ scenarios: String) -> String {
        (Self.head + (isComplete ? scenarios : String(scenarios.dropLast())))
          .replacing("\n", with: lineBreak)
      }
      let changed = try make(change, 4, text(before)).text
      #expect(changed == text(after))
    }
  }

  // MARK: - Checks that are proposed

  /// The steps of a scenario before and after the check `it shows: { b: 2, c: [x] }` is written.
  static let checks: [(before: String, after: String)] = [
    (
      "    when: a\n    then: { it shows: { a: 1 } } # beside\n",
      "    when: a\n    then: { it shows: { a: 1, b: 2, c: [x] } } # beside\n"
    ),
    (
      "    then:\n      - it shows: # why\n          a: 1 # one\n      - it is\n",
      "    then:\n      - it shows: # why\n          a: 1 # one\n          b: 2\n          c: [x]\n"
        + "      - it is\n"
    ),
    (
      "    steps:\n      - when: a\n      - then: { it shows: { a: 1 } }\n      - and: it is\n",
      "    steps:\n      - when: a\n      - then: { it shows: { a: 1, b: 2, c: [x] } }\n"
        + "      - and: it is\n"
    ),
    // It has one of the keys already, or a rule for all of them.
    (
      "    then:\n      - it shows: { b: 1 }\n",
      "    then:\n      - it shows: { b: 1 }\n      - it shows: { b: 2, c: [x] }\n"
    ),
    (
      "    then:\n      - it shows: !exactly { a: 1 }\n",
      "    then:\n      - it shows: !exactly { a: 1 }\n      - it shows: { b: 2, c: [x] }\n"
    ),
    // It holds earlier, or is not for one moment.
    (
      "    steps:\n      - then: { it shows: { a: 1 } }\n      - when: a\n",
      "    steps:\n      - then: { it shows: { a: 1 } }\n      - when: a\n"
        + "      - then: { it shows: { b: 2, c: [x] } }\n"
    ),
    (
      "    then:\n      - it shows: { a: 1 }\n      - eventually: { it shows: { a: 2 } }\n",
      "    then:\n      - it shows: { a: 1 }\n      - eventually: { it shows: { a: 2 } }\n"
        + "      - it shows: { b: 2, c: [x] }\n"
    ),
    // The value is that of others, too.
    (
      "    given: { it is: &v { a: 1 } }\n    then:\n      - it shows: *v\n",
      "    given: { it is: &v { a: 1 } }\n    then:\n      - it shows: *v\n"
        + "      - it shows: { b: 2, c: [x] }\n"
    ),
  ]

  @Test(arguments: checks.indices, ["\n", "\r\n"])
  func `a proposed check has its keys in the last check of the same sentence`(
    index: Int, lineBreak: String
  ) throws {
    func text(_ steps: String) -> String {
      (Self.head + "  - scenario: A\n" + steps).replacing("\n", with: lineBreak)
    }
    let check = NoticingCheck(
      titles: ["S", "A"], line: 4, sentence: "it shows", data: "{ b: 2, c: [x] }")
    let (before, after) = Self.checks[index]
    #expect(try check.add(to: SourceFile(path: "s.yaml", text: text(before))) == text(after))
  }

  // MARK: - All stories

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns what the scenarios of a text are called and do.
  private static func meaning(_ text: String) -> [String] {
    StoryFile(reading: SourceFile(path: "s.yaml", text: text)).stories.flatMap { story in
      story.scenarios.flatMap(\.withNested).map(\.title.string)
        + story.allSteps.flatMap(\.sentences).map { "\($0.text): \($0.data?.notation ?? "")" }
    }
  }

  /// The last step of a scenario if it is a check for one moment, as a new step.
  private static func lastCheck(of scenario: Scenario) -> (line: Int, step: NewStep)? {
    guard let step = scenario.steps.last, step.purpose == .check, step.timing == nil,
      step.timeline == nil, step.sentences.count == 1, step.sentences[0].phrases.isEmpty,
      // The notation of a text alone may need quotes in braces.
      step.sentences[0].data?.text == nil
    else { return nil }
    let sentence = step.sentences[0]
    let copy = NewStep(.then, sentence.text, data: sentence.data?.notation)
    return (step.range.start.line, copy)
  }

  @Test func `each kind of change of each story leaves other lines, plans, and can be taken back`()
    throws
  {
    var (made, same) = ([String: Int](), [String: Int]())
    for story in Sample.of(PrefixTests.stories, oneIn: 9) {
      let source = story.file.source
      let text = source.text(source.bytes.indices)
      let (old, meaning) = (Self.lines(text), Self.meaning(text))
      let scenarios = story.file.stories.flatMap(\.scenarios).filter { $0.example == nil }
        .flatMap(\.withNested).filter { $0.example == nil }
      for scenario in Sample.of(scenarios, oneIn: 3, whole: 3) {
        let line = scenario.title.range.start.line
        let place: Comment = "\(source.path):\(line)"
        /// Makes a change and takes it back; a text that has to be changed by hand is left out.
        func tryOut(
          _ name: String, _ change: () throws(Diagnostic) -> LanguageService.ChangedText,
          back: (LanguageService.ChangedText) throws(Diagnostic) -> String
        ) throws {
          let new: LanguageService.ChangedText
          let restored: String
          do throws(Diagnostic) {
            new = try change()
            restored = try back(new)
          } catch {
            #expect(error == StoryEditor.byHand, place)
            return
          }
          let lines = Self.lines(new.text)
          let rest = old.dropFirst(scenario.range.end.line)
          let isKept =
            lines.starts(with: old.prefix(line - 1)) && lines.suffix(rest.count).elementsEqual(rest)
          #expect(isKept, place)
          let file = StoryFile(reading: SourceFile(path: source.path, text: new.text))
          let plan = Plan(
            [StorySource(file: file, folder: story.folder)],
            vocabularies: ReaderStories.vocabularies)
          #expect(plan.brokenFiles.isEmpty, place)
          let isRestored = Self.meaning(restored) == meaning
          #expect(isRestored, place)
          made[name, default: 0] += 1
          if restored == text { same[name, default: 0] += 1 }
        }
        if let (last, check) = Self.lastCheck(of: scenario) {
          try tryOut("add a check") { () throws(Diagnostic) in
            try make(.addStep(check, after: last), line, text)
          } back: { new throws(Diagnostic) in
            try make(.removeStep(at: new.line), new.scenario, new.text).text
          }
          try tryOut("replace a check") { () throws(Diagnostic) in
            try make(.replaceStep(at: last, with: check), line, text)
          } back: { new throws(Diagnostic) in
            try make(.replaceStep(at: new.line, with: check), new.scenario, new.text).text
          }
        }
        let title = scenario.title.string
        try tryOut("rename a scenario") { () throws(Diagnostic) in
          try make(.rename(title + " now"), line, text)
        } back: { new throws(Diagnostic) in
          try make(.rename(title), new.scenario, new.text).text
        }
        try tryOut("add a scenario") { () throws(Diagnostic) in
          service.update(Self.path, text: text, version: 1)
          return try service.addScenario("New", below: line, in: Self.path)
        } back: { new throws(Diagnostic) in
          try make(.move(.away), new.scenario, new.text).text
        }
      }
    }
    Sample.note(made.values.reduce(0, +), "changes of stories that are taken back")
    let kinds = ["add a check", "replace a check", "rename a scenario", "add a scenario"]
    #expect(kinds.suffix(Sample.number(2, whole: 4)).allSatisfy { made[$0] != nil }, "\(made)")
    #expect(made.keys.allSatisfy { (same[$0] ?? 0) >= Sample.number(0, whole: 1) }, "\(same)")
  }
}
