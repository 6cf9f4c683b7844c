import Foundation
import ScenarioAuthoring
import ScenarioLanguage
import ScenarioRunning
import TestSupport
import Testing

@Suite("Steps that are added to scenarios")
struct NewStepTests {
  private static let path = "facts/facts.yaml"
  private static let head = "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n"

  private static func service(_ text: String) -> LanguageService {
    let service = LanguageService(folder: PrefixTests.folder.path, shownAs: "Scenarios")
    service.update(path, text: text, version: 1)
    return service
  }

  /// Returns what a text becomes by a step that is added to the scenario in a line.
  private static func add(
    _ step: NewStep, to line: Int = 4, after: Int? = nil, in text: String
  ) throws -> LanguageService.ChangedText {
    try service(text).change(scenarioAt: line, in: path, .addStep(step, after: after))
  }

  /// A scenario before and after a step is added below its line 4, and the step's line.
  static let cases: [(kind: NewStep.Kind, after: Int?, before: String, then: String, line: Int)] = [
    (.when, nil, "", "    when: NEW\n", 5),
    (.when, nil, "    when: a\n", "    when:\n      - a\n      - NEW\n", 7),
    (
      .then, nil, "    when: a  # why\n    then: { b: 1 }\n",
      "    when: a  # why\n    then:\n      - b: 1\n      - NEW\n", 8
    ),
    (
      .then, 6, "    then:\n      - b\n      - c\n",
      "    then:\n      - b\n      - NEW\n      - c\n", 7
    ),
    (
      .then, nil, "    then:\n    - b:\n        c: 1\n\n  - scenario: Other\n",
      "    then:\n    - b:\n        c: 1\n    - NEW\n\n  - scenario: Other\n", 8
    ),
    (
      .then, nil, "    then:\n      b:\n        c: 1\n      d: 2\n",
      "    then:\n      - b:\n          c: 1\n      - d: 2\n      - NEW\n", 9
    ),
    (.given, nil, "    when: a\n", "    given: NEW\n    when: a\n", 5),
    (
      .then, nil, "    when: a\n\n    scenarios:\n      - scenario: I\n        when: b\n",
      "    when: a\n    then: NEW\n\n    scenarios:\n      - scenario: I\n        when: b\n", 6
    ),
    // An act after a check.
    (
      .when, 6, "    when: a\n    then: b\n",
      "    when: a\n    then: b\n\n    scenarios:\n      - scenario: New scenario\n        when: NEW\n",
      10
    ),
    (.when, 5, "    when: [a, b] # why\n", "    when: [a, b, NEW] # why\n", 5),
    (.then, nil, "    steps: [{ when: a }]\n", "    steps: [{ when: a }, { then: NEW }]\n", 5),
    (.when, 5, "    when: a\n    then: b\n", "    when:\n      - a\n      - NEW\n    then: b\n", 7),
    (
      .when, 6, "    steps:\n      - when: a\n      - then: b\n",
      "    steps:\n      - when: a\n      - when: NEW\n      - then: b\n", 7
    ),
    // A check after an act comes before other checks.
    (.then, 5, "    when: a\n    then: [b, c]\n", "    when: a\n    then: [NEW, b, c]\n", 6),
    (
      .when, 7,
      "    steps:\n      - when: a\n      - within 1 s: b\n\n      # why\n      - and: c\n",
      "    steps:\n      - when: a\n      - within 1 s: b\n      - when: NEW\n\n      # why\n"
        + "      - then: c\n", 8
    ),
    // Between two acts, which `when` and `then` can't express.
    (
      .then, 6, "    when:\n      - a\n      - b\n",
      "    steps:\n      - when: a\n      - then: NEW\n      - when: b\n", 7
    ),
    (
      .then, 8,
      "    given: [x, y: 1]\n    when: # why\n      # first\n      - a:\n          c: 1\n      - b\n"
        + "    then: { d: 1 }\n\n  - scenario: Other\n",
      "    steps:\n      - given: x\n      - given:\n          y: 1\n      # why\n      # first\n"
        + "      - when:\n          a:\n            c: 1\n      - then: NEW\n      - when: b\n"
        + "      - then:\n          d: 1\n\n  - scenario: Other\n", 14
    ),
    // Comments and brackets stay where they are, without a final line break, too.
    (
      .then, 5, "    when: a\n    then:\n      # why\n      - b",
      "    when: a\n    then:\n      - NEW\n      # why\n      - b", 7
    ),
    (
      .when, nil, "    when: [\n      a, # why\n      b\n    ]\n",
      "    when: [\n      a, # why\n      b, NEW\n    ]\n", 7
    ),
    // A step that continues an act stays one.
    (
      .then, 6, "    steps:\n      - when: a\n      - and: b\n",
      "    steps:\n      - when: a\n      - then: NEW\n      - when: b\n", 7
    ),
  ]

  @Test(arguments: cases.indices, ["\n", "\r\n"])
  func `a step goes where it runs, in the notation of its neighbours`(
    index: Int, lineBreak: String
  ) throws {
    let (kind, after, before, then, line) = Self.cases[index]
    func ended(_ text: String) -> String { (Self.head + text).replacing("\n", with: lineBreak) }
    let added = try Self.add(NewStep(kind, "NEW"), after: after, in: ended(before))
    #expect(added.text == ended(then))
    #expect(added.line == line)
  }

  @Test(arguments: [
    (
      NewStep(.then, "the screen shows", data: "{ state: info }"),
      "then: { the screen shows: { state: info } }"
    ),
    (NewStep(.when, "the reader taps \"a: b # c\""), "when: \"the reader taps \\\"a: b # c\\\"\""),
  ])
  func `data and quotes are written as YAML`(step: NewStep, line: String) throws {
    #expect(try Self.add(step, in: Self.head).text == Self.head + "    \(line)\n")
  }

  @Test(.timeLimit(.minutes(10)))
  func `a step is added at once to a scenario that is 28 levels deep`() throws {
    let scenarios = (1...28).map { level in
      "    scenarios:\n      - scenario: B\n".split(separator: "\n")
        .map { String(repeating: "    ", count: level - 1) + $0 + "\n" }.joined()
    }
    let text = Self.head + scenarios.joined()
    let step = String(repeating: "    ", count: 29) + "when: NEW\n"
    #expect(try Self.add(NewStep(.when, "NEW"), to: 60, in: text).text == text + step)
  }

  @Test func `a long step takes several lines in a text with the standard layout`() throws {
    let head = "story: S\nmodule: facts\n\nscenarios:\n  - scenario: A\n    when: a\n"
    var step = NewStep(
      .then, "the screen shows",
      data: "{ title: \(String(repeating: "word ", count: 20)), state: b }")
    let long = String(repeating: "word ", count: 20).dropLast()
    let added = try Self.add(step, to: 5, after: 6, in: head)
    #expect(
      added.text == head
        + "    then:\n      the screen shows:\n        title: \(long)\n        state: b\n")
    #expect(added.line == 8)
    step.data = "[\(long), b]"
    let other = head.replacing("when: a", with: "when:   a")
    #expect(
      try Self.add(step, to: 5, after: 6, in: other).text.contains(
        "then: { the screen shows: [\(long), b] }"))
  }

  @Test func `a step has a time word in the language of its story`() throws {
    var step = NewStep(.then, "the screen shows", data: "{ state: info }")
    step.time = (.within, .seconds(2))
    let shown = "{ the screen shows: { state: info } }"
    #expect(
      try Self.add(step, in: Self.head).text == Self.head + "    then: { within 2 s: \(shown) }\n")
    let german =
      "Geschichte: S\nModul: facts\nSzenarien:\n  - Szenario: A\n    Schritte:\n      - wenn: a\n"
    step.time = (.eventually, .zero)
    #expect(
      try Self.add(step, in: german).text == german + "      - dann: { schließlich: \(shown) }\n")
    let list = Self.head + "    then:\n      - a\n"
    step.time = (.never, .milliseconds(1500))
    #expect(try Self.add(step, in: list).text == list + "      - never within 1.5 s: \(shown)\n")
  }

  @Test func `a step in a story of another language has that language's keys`() throws {
    let text = "история: S\nмодуль: facts\nсценарии:\n  - сценарий: A\n"
    #expect(try Self.add(NewStep(.when, "NEW"), in: text).text == text + "    когда: NEW\n")
  }

  @Test(arguments: [("story: [", 1), ("story: S\nmodule: facts\nscenarios: []\n", 3)])
  func `a text with errors and a line without a scenario are refused`(text: String, line: Int) {
    #expect(throws: Diagnostic.self) { try Self.add(NewStep(.when, "NEW"), to: line, in: text) }
  }

  @Test func `an act after a check goes on in the scenario, whose steps become a list`() throws {
    let head = "story: S\nmodule: facts\n\nscenarios:\n  - scenario: A\n    given: { x: 1 }\n"
    let service = Self.service(
      head + "    when: a\n    then:\n      b: 1\n      c: 2\n\n    scenarios:\n"
        + "      - scenario: I\n        when: d\n")
    let added = try service.change(
      scenarioAt: 5, in: Self.path, .addStep(NewStep(.when, "NEW"), after: 9, goesOn: true))
    #expect(
      added.text == "story: S\nmodule: facts\n\nscenarios:\n  - scenario: A\n    steps:\n"
        + "      - given:\n          x: 1\n      - when: a\n      - then:\n          b: 1\n"
        + "      - when: NEW\n      - then:\n          c: 2\n\n    scenarios:\n"
        + "      - scenario: I\n        when: d\n")
    #expect(added.line == 12)
  }

  @Test(arguments: [
    "    when: a\n    then: b\n", "    steps:\n      - when: a\n      - then: b\n",
    "    steps:\n      # why\n      - when: a\n      - then: b\n",
  ])
  func `a step that is added before the first one becomes the first one`(before: String) throws {
    for line in before.contains("steps") ? [4, 5] : [4] {
      let added = try Self.service(Self.head + before).change(
        scenarioAt: 4, in: Self.path, .addStep(NewStep(.then, "NEW"), after: line, goesOn: true))
      let items = added.text.split(separator: "\n").filter { $0.contains("- ") }.dropFirst()
      #expect(
        items.map { $0.trimmingCharacters(in: .whitespaces) }
          == ["- then: NEW", "- when: a", "- then: b"])
      #expect(added.text.split(separator: "\n")[added.line - 1].contains("NEW"))
    }
  }

  /// The text below the title of a scenario in line 4, the line of a step, and the text without it.
  static let removals: [(before: String, line: Int, after: String)] = [
    ("    when: a\n    then: b\n", 5, "    then: b\n"),
    ("    when: a\n", 5, "    skip: not written yet\n"),
    (
      "    when: a\n    scenarios:\n      - scenario: I\n        when: b\n", 5,
      "    scenarios:\n      - scenario: I\n        when: b\n"
    ),
    (
      "    when:\n      - a\n      - b: 1\n        # c\n      - c\n", 7,
      "    when:\n      - a\n      - c\n"
    ),
    (
      "    steps:\n      - when: a\n      - within 1 s: b\n      # why\n      - but: c\n", 7,
      "    steps:\n      - when: a\n      # why\n      - then: c\n"
    ),
    ("    then:\n      b:\n        c: 1\n      d: 2\n", 6, "    then:\n      d: 2\n"),
    (
      "    steps:\n      - when:\n          a: 1\n      - and: b\n      - then: c\n", 7,
      "    steps:\n      - when: b\n      - then: c\n"
    ),
  ]

  @Test(arguments: removals.indices)
  func `a step is removed, with its key if it was the only one`(index: Int) throws {
    let (before, line, after) = Self.removals[index]
    let service = Self.service(Self.head + before)
    let new = try service.change(scenarioAt: 4, in: Self.path, .removeStep(at: line))
    #expect(new.text == Self.head + after)
  }

  @Test func `a line in brackets that becomes a list has the new step as its last one`() throws {
    let head = "story: S\nmodule: facts\n\nscenarios:\n  - scenario: A\n"
    let (first, second) = (
      "the reader opens the long page of today", "the reader scrolls down slowly"
    )
    let added = try Self.add(
      NewStep(.when, "the reader closes it"), to: 5, after: 6,
      in: head + "    when: [\(first), \(second)]\n")
    #expect(
      added.text == head
        + "    when:\n      - \(first)\n      - \(second)\n      - the reader closes it\n")
    #expect(added.line == 9)
  }

  @Test func `a scenario with a timeline is not made a list of steps`() throws {
    let text = Self.head + "    timeline:\n      step: 1 s\n      when: { a: -x }\n    then: b\n"
    #expect(throws: Diagnostic("this can't be changed here; change it in the text")) {
      try Self.service(text).change(
        scenarioAt: 4, in: Self.path, .addStep(NewStep(.when, "NEW"), after: 8, goesOn: true))
    }
  }

  @Test func `a title that is there and a value that is no YAML are refused`() throws {
    let text = Self.head + "    when: a\n"
    #expect(throws: Diagnostic("a scenario here is called \"A\" already")) {
      try Self.service(text).addScenario("A", below: 4, in: Self.path)
    }
    #expect(
      throws: Diagnostic("the value \"[{ a: b\" can't be read: a quote or a bracket may be missing")
    ) {
      try Self.add(NewStep(.then, "b", data: "[{ a: b"), in: text)
    }
  }

  @Test func `a step has a note as a comment, and a nested scenario gets its title`() throws {
    let head = "story: S\nmodule: facts\n\nscenarios:\n  - scenario: A\n    when: a\n"
    var step = NewStep(.when, "NEW")
    step.note = "ask\nAnna"
    let service = Self.service(head + "    then: b\n")
    #expect(
      try service.change(scenarioAt: 5, in: Self.path, .addStep(step, title: "It: works")).text
        == head + "    then: b\n\n    scenarios:\n      - scenario: \"It: works\"\n"
        + "        when: NEW  # ask Anna\n")
  }

  @Test func `a check between acts has its note once`() throws {
    var step = NewStep(.then, "NEW")
    step.note = "ask Anna"
    let text = Self.head + "    when:\n      - a\n      - b\n"
    #expect(
      try Self.add(step, after: 6, in: text).text == Self.head
        + "    steps:\n      - when: a\n      - then: NEW  # ask Anna\n      - when: b\n")
  }

  /// A story before and after a scenario is added below a line, and the scenario's line.
  static let scenarios: [(line: Int, before: String, after: String, at: Int)] = [
    (
      4,
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    when: a\n\n"
        + "  - scenario: B\n    when: b\n",
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    when: a\n\n  - scenario: \"N: n\"\n"
        + "    skip: not written yet\n\n  - scenario: B\n    when: b\n", 7
    ),
    (
      7,
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    when: a\n    scenarios:\n"
        + "      - scenario: B\n        when: b\n",
      "story: S\nmodule: facts\nscenarios:\n  - scenario: A\n    when: a\n    scenarios:\n"
        + "      - scenario: B\n        when: b\n\n      - scenario: \"N: n\"\n"
        + "        skip: not written yet\n", 10
    ),
    (
      1, "Geschichte: S\nModul: facts\nSzenarien:\n",
      "Geschichte: S\nModul: facts\nSzenarien:\n  - Szenario: \"N: n\"\n"
        + "    überspringen: noch nicht geschrieben\n", 4
    ),
    (
      3, "story: S\nmodule: facts\nscenarios: [{ scenario: A, when: a }]\n",
      "story: S\nmodule: facts\n"
        + "scenarios: [{ scenario: A, when: a }, { scenario: \"N: n\", skip: not written yet }]\n",
      3
    ),
  ]

  @Test(arguments: scenarios.indices)
  func `a scenario goes beside another one, and loses its mark with its first step`(
    index: Int
  ) throws {
    let (line, before, after, at) = Self.scenarios[index]
    let service = Self.service(before)
    let added = try service.addScenario("N: n", below: line, in: Self.path)
    #expect(added.text == after)
    #expect(added.line == at)
    // A scenario in braces is changed by hand.
    guard index < 3 else { return }
    let step = try Self.add(NewStep(.when, "NEW"), to: at, in: added.text)
    #expect(step.text.contains("NEW"))
    #expect(!step.text.contains(/written|geschrieben/))
  }

  /// Returns the sentences of the steps of a text, of a scenario with examples once for each.
  private static func steps(_ file: StoryFile) -> [String] {
    file.stories.flatMap(\.scenarios).flatMap(\.allSteps).flatMap(\.sentences).map(\.text)
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns what an author wrote, with quotes and in order.
  ///
  /// Brackets and dashes are left out, and `and:`, which may become the word that it stands for.
  private static func words(_ source: SourceFile) -> [Substring] {
    let text = source.text(source.bytes.indices)
    return lines(text).flatMap { $0.split { $0.isWhitespace || "[]{},".contains($0) } }
      .filter { $0 != "-" && $0 != "and:" }
  }

  @Test func `an edit of any story leaves everything else as it is, byte for byte`() throws {
    var places = Places(oneIn: 1)
    var counts: [String: Int] = [:]
    for file in Sample.of(PrefixTests.stories.map(\.file), oneIn: 12) {
      let path = "facts/facts.yaml"
      let text = file.source.text(file.source.bytes.indices)
      let service = Self.service(text)
      let (old, steps, words) = (Self.lines(text), Self.steps(file), Self.words(file.source))
      let isFormatted = !FormattedStoryFile(formatting: file.source).isChanged
      for scenario in Sample.of(Self.scenarios(of: file), oneIn: 2) {
        let title = scenario.title.range.start.line
        let own = scenario.steps.map { $0.sentences[0].range.start.line }
        /// Makes an edit of a new kind, and compares the other lines, the comments and the layout.
        func edit(_ name: String, _ line: Int?, _ make: () throws -> String) rethrows -> [String]? {
          let shape = line.map(file.source.shape) ?? ""
          guard places.tries("\(name) \(shape) \(line == own.last) \(own.count < 2)") else {
            return nil
          }
          let source = SourceFile(path: "", text: try make())
          let new = Self.lines(source.text(source.bytes.indices))
          let rest = old.dropFirst(scenario.range.end.line)
          #expect(
            new.starts(with: old.prefix(title - 1)) && new.suffix(rest.count).elementsEqual(rest),
            "\(file.source.path):\(title) \(name)")
          #expect(!isFormatted || !FormattedStoryFile(formatting: source).isChanged)
          let comments = [file.source, source].map { SyntaxTree($0)?.comments ?? [] }
          #expect(name == "remove" || comments[0] == comments[1], "\(file.source.path):\(title)")
          let lost = Self.words(source).difference(from: words).removals
          #expect(name == "remove" || lost.isEmpty, "\(file.source.path):\(title) \(name) \(lost)")
          counts[name, default: 0] += 1
          return Self.steps(StoryFile(reading: source))
        }
        for kind in [NewStep.Kind.given, .when, .then] {
          for line in Set([own.first, own.dropFirst().first, own.last, nil]) {
            let after = try edit("\(kind)", line) {
              let added = try service.change(
                scenarioAt: title, in: path, .addStep(NewStep(kind, "the new step"), after: line))
              #expect(Self.lines(added.text)[added.line - 1].contains("the new step"))
              return added.text
            }
            guard let after else { continue }
            #expect(after.filter { $0 != "the new step" } == steps, "\(file.source.path):\(title)")
            #expect(after.count > steps.count)
          }
        }
        for line in Set([own.first, own.last]) {
          // A step of a phrase or a timeline is removed by hand.
          guard let line,
            let new = try? service.change(scenarioAt: title, in: path, .removeStep(at: line)),
            let after = edit("remove", line, { new.text })
          else { continue }
          let difference = after.difference(from: steps)
          #expect(difference.insertions.isEmpty && !difference.removals.isEmpty)
        }
        let added = try edit("scenario", title) {
          try service.addScenario("New", below: title, in: path).text
        }
        #expect(added == nil || added == steps)
        _ = try edit("examples", title) {
          var table =
            try service.examples(ofScenarioAt: title, in: path)
            ?? ExampleTable(columns: ["n"], rows: [ExampleTable.Row(["1"])])
          let cells = table.rows.last?.cells ?? []
          table.rows.append(ExampleTable.Row(cells))
          return try service.change(scenarioAt: title, in: path, .setExamples(table)).text
        }
      }
    }
    Sample.note(counts.values.reduce(0, +), "edits of stories")
    #expect(counts.keys.sorted() == ["examples", "given", "remove", "scenario", "then", "when"])
    #expect(counts.values.allSatisfy { $0 > Sample.number(0, whole: 2) }, "\(counts)")
  }

  /// Returns all scenarios of a file, of those with examples each once.
  private static func scenarios(of file: StoryFile) -> [Scenario] {
    func all(_ scenario: Scenario) -> [Scenario] { [scenario] + scenario.scenarios.flatMap(all) }
    return file.stories.flatMap(\.scenarios).filter { $0.example == nil }.flatMap(all)
  }
}
