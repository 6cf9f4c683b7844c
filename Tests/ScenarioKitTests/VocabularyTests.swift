import ScenarioKit
import ScenarioRunning
import StoryTestSupport
import Testing

@Suite("Vocabularies")
struct VocabularyTests {
  /// Returns the problems of a module, with a placeholder for the location of each step definition.
  private func problems<M: Module>(of module: M.Type) -> [String] {
    Vocabulary(of: module).problems.map { problem in
      problem.description.replacing(/[A-Za-z]+\.swift:\d+/, with: "Steps.swift:1")
    }
  }

  @Test func `a vocabulary lists a module's step definitions before the built-in ones`() {
    let vocabulary = Vocabulary(of: NewsModule.self)
    #expect(vocabulary.module == "news")
    #expect(vocabulary.problems == [])
    #expect(
      vocabulary.entries.filter(\.isCommonForm)
        .map { "\($0.signature.role): \($0.expression.source)" }
        == [
          "act: the reader taps load", "act: the reader asks for {string}",
          "act: the reader waits for {string}", "act: the reader sends {string}",
          "act: the reader taps cancel", "act: the reader taps load and cancel",
          "observation: the screen shows", "check: the screen was updated {int} time(s)",
          "preparation: the server answers {method} {url}",
          "preparation: the server fails {method} {url}", "check: no requests were sent",
          "check: {int} request(s) was/were sent", "check: no other requests were sent",
          "observation: the requests were",
          "observation: request {int} was", "observation: the cancelled requests were",
          "pause: {duration} pass(es)",
        ])
    #expect(
      vocabulary.entries.filter { $0.isCommonForm && $0.signature.takesData }
        .map(\.expression.source)
        == [
          "the screen shows", "the server answers {method} {url}",
          "the server fails {method} {url}",
          "the requests were", "request {int} was", "the cancelled requests were",
        ])
  }

  @Test func `a step definition records its source location`() {
    let entries = Vocabulary(of: LampModule.self).entries
    #expect(entries.first?.signature.origin.description == "LampModule.swift:14")
    #expect(entries.first?.signature.origin.fileID == "StoryTestSupport/LampModule.swift")
  }

  @Test func `a parameter type without a name is reported`() {
    #expect(
      problems(of: Nameless.self) == [
        """
        Steps.swift:1: error: A parameter type needs a name.
          The anonymous '{}' is built in.
        """
      ])
  }

  @Test func `an invalid step expression is reported`() {
    #expect(
      problems(of: Garbled.self) == [
        """
        Steps.swift:1: error: This Cucumber Expression has a problem at column 13:

          the lamp is {state
                      ^
          The '{' does not have a matching '}'.
          If you did not mean to use a parameter type you can use '\\{' to escape the '{'
        """,
        """
        Steps.swift:1: error: This Cucumber Expression has a problem at column 13:

          the lamp is {stat}
                      ^----^
          Undefined parameter type 'stat'.
          Did you mean: {state}
        """,
      ])
  }

  @Test func `a closure that does not match its step expression is reported`() {
    #expect(
      problems(of: Mismatched.self) == [
        "Steps.swift:1: error: \"a {int}\" gives ({int}: Int), but the closure takes (String)",
        "Steps.swift:1: error: \"b {int}\" gives ({int}: Int), but the closure takes no arguments",
        "Steps.swift:1: error: \"c\" gives no arguments, but the closure takes (Int)",
        "Steps.swift:1: error: \"d {int} {word}\" gives ({int}: Int, {word}: String), "
          + "but the closure takes (String, Int)",
        "Steps.swift:1: error: \"e {duration}\" gives ({duration}: Duration), "
          + "but the closure takes (Duration, Duration)",
        "Steps.swift:1: error: \"f {int}\" gives ({int}: Int), but the closure takes (Optional<Int>)",
      ])
  }

  @Test func `a step expression that is defined twice is reported`() {
    #expect(
      problems(of: Repeated.self) == [
        """
        Steps.swift:1: error: "the lamp goes on" is already defined at Steps.swift:1
          Remove one of the two, or give it other words.
        """,
        """
        Steps.swift:1: error: "{duration} pass(es)" is already defined at Steps.swift:1
          Remove one of the two, or give it other words.
        """,
      ])
  }

  @Test func `a module's own step takes the place of a built-in one with the same sentence`() {
    #expect(problems(of: Replacing.self) == [])
    let entries = Vocabulary(of: Replacing.self).entries.filter(\.isCommonForm)
    let settings = entries.filter { $0.expression.source == "the saved settings are" }
    #expect(settings.map(\.isOwn) == [true])
    #expect(entries.contains { $0.expression.source == "the saved file {path} is" })
  }

  @Test func `a parameter type with a taken name is reported`() {
    #expect(
      problems(of: Retyped.self) == [
        """
        Steps.swift:1: error: There is already a parameter type '{int}'.
          Choose another name or remove one of the two.
        """,
        """
        Steps.swift:1: error: There is already a parameter type '{duration}'.
          Choose another name or remove one of the two.
        """,
      ])
  }

  @Test func `a matcher with a taken or an invalid name is reported`() {
    let other = "\n  Give one of them another name, or remove it."
    let rule = "a name has lower-case letters, digits and dashes, and does not begin with \"not-\""
    #expect(
      problems(of: Retagged.self) == [
        "Steps.swift:1: error: there are two matchers for the tag !count\(other)",
        "Steps.swift:1: error: there are two matchers for the tag !even\(other)",
        "Steps.swift:1: error: the matcher Odd can't be called \"not-even\"; \(rule)",
        "Steps.swift:1: error: the matcher Spaced can't be called \"of size\"; \(rule)",
      ])
  }

  @Test func `two modules with the same name are reported`() {
    let vocabulary = Vocabulary(of: LampModule.self)
    let plan = Plan([], vocabularies: [vocabulary, vocabulary])
    #expect(plan.problems.map(\.message) == ["there are two modules called \"lamp\""])
  }

  @Test func `no story is planned while a vocabulary has errors`() {
    let plan = plan(
      scenario("lamp", "then: the lamp shines"),
      for: [Vocabulary(of: LampModule.self), Vocabulary(of: Repeated.self)])
    #expect(plan.problems.count == 2)
    #expect(plan.scenarios.isEmpty)
    #expect(plan.brokenFiles.isEmpty)
  }

  @Test func `a step receives arguments of every parameter type`() async {
    let outcome = await tell(
      scenario: """
        when: the reader gives -3, 2.5, "a b", word and 1.5 s to red
        then:
          - { the arguments were: [-3, 2.5, a b, word, 1.5 s, red] }
        """, to: Kinds.self)
    #expect(outcome.failures() == [])
  }
}

private final class Garbled: Module {
  static let name = "garbled"
  static var parameterTypes: [ParameterType] { Retyped.type("state").map { [$0] } ?? [] }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the lamp is {state") { _ in }
    When("the lamp is {stat}") { _ in }
    When("the lamp is {state}") { (_, _: String) in }
  }
}

private final class Mismatched: Module {
  static let name = "mismatched"

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("a {int}") { (_, _: String) in }
    Given("b {int}") { _ in }
    Then("c") { (_, _: Int) in }
    Observe("d {int} {word}") { (_, _: String, _: Int) in 1 }
    Given("e {duration}", data: Int.self) { (_, _: Int, _: Duration, _: Duration) in }
    When("f {int}") { (_, _: Int?) in }
    When("g {int}") { (_, _: Int) in }
  }
}

private final class Repeated: Module {
  static let name = "repeated"

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the lamp goes on") { _ in }
    Then("the lamp goes on") { _ in }
    When("{duration} pass(es)") { (_, _: Duration) in }
  }
}

private final class Retyped: Module {
  static let name = "retyped"
  static var parameterTypes: [ParameterType] { ["int", "duration"].compactMap(type) }

  nonisolated static func type(_ name: String) -> ParameterType? {
    try? ParameterType(name: name, regexps: ["[a-z]+"]) { $0[0] ?? "" }
  }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the lamp goes on") { _ in }
  }
}

private final class Retagged: Module {
  static let name = "retagged"
  static var matchers: [any Matcher.Type] {
    [Counted.self, Even.self, Even.self, Odd.self, Spaced.self]
  }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the lamp goes on") { _ in }
  }
}

private protocol Undecided: Matcher {}

extension Undecided {
  func matches(_ value: Value) -> Bool? { nil }
}

private struct Counted: Undecided {
  static let name = "count"
  init(_ content: MatcherContent) {}
}

private struct Even: Undecided {
  static let name = "even"
  init(_ content: MatcherContent) {}
}

private struct Odd: Undecided {
  static let name = "not-even"
  init(_ content: MatcherContent) {}
}

private struct Spaced: Undecided {
  static let name = "of size"
  init(_ content: MatcherContent) {}
}

private final class Nameless: Module {
  static let name = "nameless"
  static var parameterTypes: [ParameterType] {
    get throws { [try ParameterType(name: "", regexps: ["[a-z]+"]) { $0[0] ?? "" }] }
  }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the lamp goes on") { _ in }
  }
}

private final class Kinds: Module {
  static let name = "kinds"
  static var parameterTypes: [ParameterType] { Retyped.type("color").map { [$0] } ?? [] }

  private var given: [String] = []

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the reader gives {int}, {float}, {string}, {word} and {duration} to {color}") {
      (module, int: Int, float: Double, string: String, word: String, span: Duration, color: String)
      in
      module.given = ["\(int)", "\(float)", string, word, "1.5 s", color]
      guard span == .milliseconds(1500) else { throw CheckFailure("it is \(span)") }
    }
    Observe("the arguments were") { module in module.given }
  }
}

private final class Replacing: Module {
  static let name = "replacing"

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    Steps.storage
    Observe("the saved settings are") { _ in "none" }
  }
}
