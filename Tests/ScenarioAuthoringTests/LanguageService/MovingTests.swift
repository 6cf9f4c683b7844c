import Foundation
import ReaderStories
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning
import TestSupport
import Testing

@Suite("Scenarios and steps that are moved, renamed and removed")
struct MovingTests {
  private static let path = "facts/facts.yaml"
  private static let head = "story: S\nmodule: facts\nscenarios:\n"

  private let service = LanguageService(folder: PrefixTests.folder.path, shownAs: "Scenarios")

  private func open(_ text: String) { service.update(Self.path, text: text, version: 1) }

  private func move(_ move: StoryChange.Move, _ line: Int, _ text: String) throws(Diagnostic)
    -> LanguageService.ChangedText
  {
    open(text)
    return try service.change(scenarioAt: line, in: Self.path, .move(move))
  }

  /// The text of each file of the sample app; of short ones, also with CRLF and in an odd layout.
  ///
  /// Outside of CI, only of the shortest ones.
  private static let texts = PrefixTests.stories.prefix(Sample.number(6, whole: .max)).flatMap {
    story -> [String] in
    let text = String(decoding: story.file.source.bytes, as: UTF8.self)
    guard text.utf8.count < 4_000 || Places.areAll else { return [text] }
    return [text, text.replacing("\n", with: "\r\n"), odd(text)]
  }

  /// Returns a text in which scenarios have comments, and no empty lines.
  private static func odd(_ text: String) -> String {
    let isScenario = /^( *)- (scenario|сценарий): .*$/
    return text.split(separator: "\n").flatMap { line -> [String] in
      guard let match = line.wholeMatch(of: isScenario) else { return [String(line)] }
      return ["\(match.1)# about \(match.0.trimmingPrefix(match.1))\t#", "\(line)  # beside"]
    }.joined(separator: "\n")
  }

  /// The scenarios of a text, each with the titles around it and its title, steps and data.
  private static func scenarios(_ text: String) -> [(line: Int, titles: [String], steps: [String])]
  {
    var found: [(line: Int, titles: [String], steps: [String])] = []
    func collect(_ scenario: Scenario, _ titles: [String]) {
      let titles = titles + [scenario.title.string]
      let line = scenario.title.range.start.line
      if !found.contains(where: { $0.line == line }) {
        found.append((line, titles, steps(scenario)))
      }
      scenario.scenarios.forEach { collect($0, titles) }
    }
    for story in StoryFile(reading: SourceFile(path: "s.yaml", text: text)).stories {
      story.scenarios.forEach { collect($0, [story.title.string]) }
    }
    return found
  }

  private static func steps(_ scenario: Scenario) -> [String] {
    scenario.steps.map { step in
      let sentences = step.sentences.map { "\($0.text): \($0.data?.notation ?? "")" }
      return "\(step.purpose) \(step.timing.map { "\($0.kind) \($0.duration)" } ?? "") \(sentences)"
    }
  }

  private static func hasErrors(_ text: String) -> Bool {
    StoryFile(reading: SourceFile(path: "s.yaml", text: text)).diagnostics.contains(
      where: \.isError)
  }

  private static func isEquivalent(_ text: String, _ other: String) -> Bool {
    let trees = [text, other].map { SyntaxTree(SourceFile(path: "s.yaml", text: $0)) }
    guard let tree = trees[0], let other = trees[1] else { return false }
    return tree.isEquivalent(to: other)
  }

  // MARK: - Cases

  /// A list of scenarios before and after a change of the one in a line, and its new line.
  static let cases: [(move: StoryChange.Move, at: Int, before: String, then: String, line: Int)] = [
    (
      .up, 9,
      "  # A\n  - scenario: A\n    when: a # beside\n\n  # B\n  - scenario: B\n    when: b",
      "  # B\n  - scenario: B\n    when: b\n\n  # A\n  - scenario: A\n    when: a # beside", 5
    ),
    (
      .down, 4, "  - { scenario: A, when: a }\n  - scenario: B\n    when: |\n      b\n\n\n",
      "  - scenario: B\n    when: |\n      b\n  - { scenario: A, when: a }\n\n\n", 7
    ),
    (
      .down, 4, "  [{ scenario: A, when: a }, { scenario: B, when: b }]\n",
      "  [{ scenario: B, when: b }, { scenario: A, when: a }]\n", 4
    ),
    (
      .inside, 8,
      "- scenario: A\n  skip: not written yet\n\n# B\n- scenario: B\n  when: b\n- scenario: C\n  skip: x\n",
      "- scenario: A\n\n  scenarios:\n    # B\n    - scenario: B\n      when: b\n- scenario: C\n  skip: x\n",
      8
    ),
    (
      .out, 7,
      "  - scenario: A\n    tags: t\n    scenarios:\n      - scenario: B\n        when: b\n",
      "  - scenario: A\n    skip: not written yet\n    tags: t\n\n  - scenario: B\n    when: b\n",
      8
    ),
    (
      .away, 6, "  - scenario: A\n    scenarios:\n      - scenario: B\n        when: b\n",
      "  - scenario: A\n    skip: not written yet\n", 4
    ),
    (
      .away, 4, "  - scenario: A\n    when: a\n\n  # B\n  - scenario: B\n    when: b\n",
      "  # B\n  - scenario: B\n    when: b\n", 5
    ),
  ]

  @Test(arguments: cases.indices, ["\n", "\r\n"])
  func `a scenario is moved or removed with its comments`(index: Int, lineBreak: String) throws {
    let (change, line, before, then, newLine) = Self.cases[index]
    func ended(_ text: String) -> String { (Self.head + text).replacing("\n", with: lineBreak) }
    let new = try move(change, line, ended(before))
    #expect(new.text == ended(then))
    #expect(new.line == newLine)
  }

  @Test func `a change that a scenario can't have is refused with its reason`() throws {
    let text =
      Self.head + """
          - scenario: A
            examples: [{ x: 1 }]
            scenarios:
              - scenario: B
                when: <x>
          - scenario: B
            when: b

        """
    func message(_ move: StoryChange.Move, _ line: Int) -> String? {
      open(text)
      do throws(Diagnostic) {
        _ = try service.change(scenarioAt: line, in: Self.path, .move(move))
        return nil
      } catch { return error.message }
    }
    for (change, line, expected) in [
      (.up, 4, "this is the first scenario here"), (.down, 9, "this is the last scenario here"),
      (.inside, 4, "there is no scenario above this one that it could be moved into"),
      (.out, 4, "this scenario is not inside of another one"),
      (.inside, 9, "a scenario here is called \"B\" already"),
      (.out, 7, "a scenario here is called \"B\" already"),
    ] as [(StoryChange.Move, Int, String)] {
      #expect(message(change, line) == expected)
    }
    open(Self.head + "  - scenario: A\n    when: a\n")
    #expect {
      try service.change(scenarioAt: 4, in: Self.path, .move(.away))
    } throws: {
      ($0 as? Diagnostic)?.message
        == "this is the only scenario of the story; remove the file instead"
    }
  }

  @Test func `a title keeps its place and what is beside it, and gets quotes if it needs them`()
    throws
  {
    open(Self.head + "  - scenario: 'A'  # beside\n    when: a\n  - scenario: B\n    when: b\n")
    let new = try service.change(scenarioAt: 4, in: Self.path, .rename("A: \"1\" #"))
    #expect(
      new.text == Self.head
        + "  - scenario: \"A: \\\"1\\\" #\"  # beside\n    when: a\n  - scenario: B\n    when: b\n")
    #expect {
      try service.change(scenarioAt: 4, in: Self.path, .rename("B"))
    } throws: {
      ($0 as? Diagnostic)?.message == "a scenario here is called \"B\" already"
    }
  }

  /// The steps of a scenario before and after the one in a line goes down.
  static let steps: [(at: Int, before: String, then: String)] = [
    (
      5, "    when:\n      # a\n      - a # beside\n      - b: { c: 1 }\n",
      "    when:\n      - b: { c: 1 }\n      # a\n      - a # beside\n"
    ),
    (5, "    when: [a, b]\n", "    when: [a, b]\n"),
    (
      6, "    steps:\n      - when: a\n      - and: b\n",
      "    steps:\n      - when: b\n      - and: a\n"
    ),
    (
      7, "    steps:\n      - when: a\n      - and: b\n      - then: c\n      - but: d\n",
      "    steps:\n      - when: a\n      - then: c\n      - when: b\n      - then: d\n"
    ),
    // A check before an act, which `when` and `then` can't express.
    (5, "    when: a\n    then: b\n", "    steps:\n      - then: b\n      - when: a\n"),
  ]

  @Test(arguments: steps.indices)
  func `a step that goes down keeps its comments and its keyword`(index: Int) throws {
    let (line, before, then) = Self.steps[index]
    open(Self.head + "  - scenario: A\n" + before)
    if index == 1 {
      #expect(throws: Diagnostic.self) {
        try service.change(scenarioAt: 4, in: Self.path, .moveStep(at: line, up: false))
      }
      return
    }
    let at = index == 0 ? 7 : line
    let new = try service.change(scenarioAt: 4, in: Self.path, .moveStep(at: at, up: false))
    #expect(new.text == Self.head + "  - scenario: A\n" + then)
  }

  /// The steps of a scenario before and after the one in a line gets another sentence.
  static let changes: [(line: Int, step: NewStep, before: String, then: String)] = [
    (5, NewStep(.when, "x"), "    when: a # beside\n", "    when: x # beside\n"),
    (
      6, NewStep(.then, "x", data: "{ y: 1 }"), "    then:\n      - within 1 s: { b: 1 }\n",
      "    then:\n      - within 1 s: { x: { y: 1 } }\n"
    ),
    (
      7, NewStep(.given, "x", data: "[1]"),
      "    given:\n      - a\n      - b:\n          c: 1\n    when: d\n",
      "    given:\n      - a\n      - x: [1]\n    when: d\n"
    ),
    (
      6, NewStep(.when, "x: y"), "    steps:\n      - when: a\n",
      "    steps:\n      - when: \"x: y\"\n"
    ),
    (5, NewStep(.when, "x"), "    when: { a: 1 }\n", "    when: x\n"),
  ]

  @Test(arguments: changes.indices)
  func `a step gets another sentence in its place`(index: Int) throws {
    let (line, step, before, then) = Self.changes[index]
    open(Self.head + "  - scenario: A\n" + before)
    let new = try service.change(
      scenarioAt: 4, in: Self.path, .replaceStep(at: line, with: step))
    #expect(new.text == Self.head + "  - scenario: A\n" + then)
  }

  @Test func `a step is not changed where it can't be one, or where a comment would be lost`()
    throws
  {
    let text =
      Self.head + "  - scenario: A\n    when:\n      - a:\n          b: 1 # why\n          c: 2\n"
    for (step, message) in [
      (
        NewStep(.then, "x"),
        "this step needs another keyword; remove the old one, and add the new one"
      ),
      (NewStep(.when, "x"), "this can't be changed here; change it in the text"),
    ] {
      open(text)
      #expect {
        try service.change(scenarioAt: 4, in: Self.path, .replaceStep(at: 6, with: step))
      } throws: {
        ($0 as? Diagnostic)?.message == message
      }
    }
  }

  @Test func `the first value that is offered for an answer is not that of an error`() throws {
    let service = LanguageService(folder: URL(filePath: "/nowhere").path, shownAs: "Scenarios")
    service.vocabularies = ReaderStories.vocabularies.map { VocabularyData($0) }
    let answer = "    given: { the server answers GET https://info-example.com/get_info: "
    let text =
      Self.head + "  - scenario: A\n\(answer){ status: 500, json: { error: 1 } } }\n    skip: x\n"
      + "  - scenario: B\n\(answer){ fails: timeout } }\n    skip: x\n"
      + "  - scenario: C\n\(answer){ text: fine, after: 1 s } }\n    skip: x\n"
      + "  - scenario: D\n\(answer){ status: 201, text: made } }\n    skip: x\n"
    service.update(Self.path, text: text, version: 1)
    let known = service.sentences(ofScenarioAt: 4, in: Self.path)
    let sentence = try #require(known.first { $0.text.hasPrefix("the server answers") })
    let status = try #require(sentence.fields.first { $0.name == "status" })
    #expect(status.words == ["201", "500"])
    #expect(sentence.fields.prefix(3).map(\.name) == ["text", "after", "status"])
  }

  @Test func `a sentence with an address has one of the app's server, also in another module`() {
    let service = LanguageService(folder: URL(filePath: "/nowhere").path, shownAs: "Scenarios")
    service.vocabularies = ReaderStories.vocabularies.map { VocabularyData($0) }
    let text = "story: A\nmodule: search\nscenarios:\n  - scenario: B\n"
    service.update(Self.path, text: text, version: 1)
    func texts() -> [String] {
      service.sentences(ofScenarioAt: 4, in: Self.path).map(\.text)
    }
    #expect(texts().contains { $0.hasSuffix(" https://example.com/") })
    let address = "POST https://facts.example/new"
    let other =
      text.replacing("search", with: "facts")
      + "    given: { the server answers \(address): { status: 201 } }\n"
    service.update("other.yaml", text: other, version: 1)
    #expect(texts().contains("the server answers \(address)"))
    #expect(texts().contains("the server fails \(address)"))
    #expect(!texts().contains { $0.contains("https://example.com/") })
  }

  // MARK: - All stories

  private typealias Found = (line: Int, titles: [String], steps: [String])

  /// Changes a sample of the scenarios of all texts, each in its own text.
  ///
  /// - Returns: How many were changed, and the messages of the errors for the others.
  private func changeEach(
    _ what: String, _ change: (_ text: String, _ scenario: Found, _ all: [Found]) throws -> Void
  ) -> (count: Int, errors: [String]) {
    var (count, errors) = (0, [String]())
    for text in Self.texts {
      let all = Self.scenarios(text)
      for scenario in Sample.of(all, oneIn: 5, whole: 3) {
        do {
          try change(text, scenario, all)
          count += 1
        } catch {
          errors.append((error as? Diagnostic)?.message ?? "\(error)")
        }
      }
    }
    Sample.note(count + errors.count, what)
    return (count, errors)
  }

  @Test func `each scenario that goes down and up again leaves every byte as it was`() {
    let (moved, errors) = changeEach("scenarios that go down and up again") { text, scenario, _ in
      let down = try move(.down, scenario.line, text)
      #expect(Self.scenarios(down.text).first { $0.line == down.line }?.titles == scenario.titles)
      #expect(!Self.hasErrors(down.text))
      let up = try move(.up, down.line, down.text)
      #expect(up.text == text, "\(scenario.titles)")
      #expect(up.line == scenario.line)
    }
    #expect(Set(errors) == ["this is the last scenario here"])
    #expect(moved > Sample.number(5, whole: 20) && errors.count > Sample.number(1, whole: 5))
  }

  @Test func `a scenario that is removed takes what is inside of it, and nothing else`() {
    let (removed, errors) = changeEach("scenarios that are removed") { text, scenario, all in
      let new = try move(.away, scenario.line, text)
      #expect(!Self.hasErrors(new.text), "\(scenario.titles)")
      let kept = all.filter { !$0.titles.starts(with: scenario.titles) }
      let found = Self.scenarios(new.text)
      #expect(found.map(\.titles) == kept.map(\.titles))
      let same = found.map(\.steps) == kept.map(\.steps)
      #expect(same, "\(scenario.titles)")
    }
    let only = "this is the only scenario of the story; remove the file instead"
    #expect(errors.allSatisfy { $0 == only }, "\(errors)")
    #expect(removed > Sample.number(10, whole: 30) && errors.count < 20)
  }

  @Test func `each scenario that goes into another one and out again is where it was`() {
    var same = 0
    let (moved, errors) = changeEach("scenarios that go into another one and out again") {
      text, scenario, all in
      let inside = try move(.inside, scenario.line, text)
      #expect(!Self.hasErrors(inside.text))
      let found = Self.scenarios(inside.text)
      #expect(found.first { $0.line == inside.line }?.titles.count == scenario.titles.count + 1)
      let kept = found.map(\.steps) == all.map(\.steps)
      #expect(kept, "\(scenario.titles)")
      let out = try move(.out, inside.line, inside.text)
      if out.text == text {
        same += 1
      } else {
        // A value that takes several lines inside does so outside, too.
        let isSame = Self.isEquivalent(text, out.text)
        #expect(isSame, "\(scenario.titles)")
      }
      #expect(Self.scenarios(out.text).map(\.titles) == all.map(\.titles))
      let left = Self.scenarios(out.text).map(\.steps) == all.map(\.steps)
      #expect(left, "\(scenario.titles)")
    }
    let others = errors.filter { !$0.hasPrefix("there is no scenario above this one") }
    #expect(others.allSatisfy { $0.contains("the examples of an enclosing scenario") }, "\(others)")
    #expect(
      moved > Sample.number(5, whole: 20) && same > Sample.number(5, whole: 20)
        && errors.count - others.count > Sample.number(1, whole: 5))
  }

  @Test func `each nested scenario can leave the one around it`() {
    let (moved, errors) = changeEach("scenarios that leave the one around them") {
      text, scenario, all in
      let out = try move(.out, scenario.line, text)
      #expect(!Self.hasErrors(out.text))
      let found = Self.scenarios(out.text)
      #expect(found.first { $0.line == out.line }?.steps == scenario.steps)
      #expect(Set(found.map { $0.titles.last }) == Set(all.map { $0.titles.last }))
    }
    #expect(moved > Sample.number(3, whole: 10))
    #expect(errors.filter { $0 != "this scenario is not inside of another one" } == [])
  }

  @Test func `each step that goes down and up again means the same`() throws {
    var (moved, same, last, others) = (0, 0, 0, [String: Int]())
    var count = 0
    for text in Self.texts {
      let before = Self.scenarios(text).map(\.steps)
      let file = StoryFile(reading: SourceFile(path: "s.yaml", text: text))
      for scenario in Self.all(file.stories.flatMap(\.scenarios)) where scenario.example == nil {
        for step in scenario.steps {
          count += 1
          guard count % Sample.number(20, whole: 40, everything: 1) == 0 else { continue }
          open(text)
          let line = step.range.start.line
          do throws(Diagnostic) {
            let down = try service.change(
              scenarioAt: scenario.title.range.start.line, in: Self.path,
              .moveStep(at: line, up: false))
            open(down.text)
            let up = try service.change(
              scenarioAt: down.scenario, in: Self.path, .moveStep(at: down.line, up: true))
            let kept = Self.scenarios(up.text).map(\.steps) == before
            #expect(kept, "\(step.keyword) \(step.sentences.first?.text ?? "")")
            if up.text == text { same += 1 }
            moved += 1
          } catch {
            if error.message == "this is the last step here" {
              last += 1
            } else {
              others[
                "\(error.message) \(scenario.title.string) \(step.sentences.first?.text ?? "")",
                default: 0] += 1
            }
          }
        }
      }
    }
    Sample.note(moved + last, "steps that go down and up again")
    #expect(
      moved > Sample.number(5, whole: 20) && same > Sample.number(2, whole: 10),
      "\(moved) \(same) \(last) \(others)")
    #expect(
      others.keys.allSatisfy { $0.hasPrefix("this can't be changed here") } && others.count < 10,
      "\(others)")
  }

  private static func all(_ scenarios: [Scenario]) -> [Scenario] {
    scenarios.flatMap { [$0] + all($0.scenarios) }
  }
}
