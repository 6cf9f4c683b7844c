import ScenarioLanguage
import ScenarioReports
import StoryTestSupport
import Testing

@testable import ScenarioAuthoring
@testable import ScenarioKit
@testable import ScenarioRunning

/// A module that shows one value in several types.
final class TypesModule: Module {
  static let name = "types"

  enum State: String, Codable, CaseIterable { case ready, busy }

  enum Colour: String, Codable { case red }

  struct Item: Codable {
    var name = "a"
    var note: String?
  }

  struct Screen: Codable {
    var state = State.ready
    var message: String?
    var items: [Item] = [Item()]
    var first: Item? = Item()
    var extras: [String: String] = ["a": "b"]
  }

  /// Can't be decoded from placeholders.
  struct Lamp: Codable {
    var colour = Colour.red
    var message: String?
  }

  struct Written: Encodable {
    var state = "ready"
    var message: String?
  }

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    Observe("the screen is") { _ in Screen() }
    Observe("the last screen was") { _ in Screen() as Screen? }
    Observe("the screens are") { _ in [Screen()] }
    Observe("the lamp is") { _ in Lamp() }
    Observe("the text is") { _ in Written() }
    Observe("the settings are") { _ in ["theme": "dark", "recentSearches": "a"] }
  }
}

@Suite("Keys that must be absent")
struct AbsentKeyTests {
  private static func story(_ then: String) -> String { scenario("types", "then: \(then)") }

  /// Returns the only error of a check.
  private func error(_ then: String) throws -> Diagnostic {
    let errors = plan(Self.story(then), for: [Vocabulary(of: TypesModule.self)]).errors
    try #require(errors.count == 1)
    return errors[0]
  }

  @Test(
    arguments: [
      ("{ the screen is: { mesage: !absent } }", "mesage", "Did you mean: message"),
      ("{ the screen is: { mesage: ~ } }", "mesage", "Did you mean: message"),
      ("{ the screen is: !not { stat: busy } }", "stat", "Did you mean: state"),
      ("{ the screen is: { alert: !absent } }", "alert", nil),
      ("{ the screen is: { alert: !one-of [!absent, Stop] } }", "alert", nil),
      ("{ the screen is: { items: [{ nmae: !absent }] } }", "nmae", "Did you mean: name"),
      ("{ the screen is: { items: !not-contains { nme: b } } }", "nme", "Did you mean: name"),
      (
        "{ the screen is: { items: !unordered [{ notes: !absent }] } }", "notes",
        "Did you mean: note"
      ),
      ("{ the screen is: { first: { nmae: !absent } } }", "nmae", "Did you mean: name"),
      ("{ the last screen was: { mesage: !absent } }", "mesage", "Did you mean: message"),
      ("{ the screens are: !contains { mesage: !absent } }", "mesage", "Did you mean: message"),
      ("{ never within 1 s: { the screen is: { stat: busy } } }", "stat", "Did you mean: state"),
      ("{ for 1 s: { the screen is: { mesage: !absent } } }", "mesage", "Did you mean: message"),
    ])
  func `a key that must be absent and that the observed type cannot have is an error`(
    then: String, key: String, hint: String?
  ) throws {
    let diagnostic = try error(then)
    #expect(diagnostic.message.hasSuffix("can have the key \"\(key)\""))
    #expect(diagnostic.hints == [hint ?? "The check would always hold because the key is absent."])
    let story = Self.story(then)
    let place = try #require(story.firstRange(of: key))
    #expect(
      diagnostic.start.offset
        == story.utf8.distance(from: story.startIndex, to: place.lowerBound))
  }

  @Test(
    arguments: [
      ("{ the screen is: { state: !not bussy } }", "bussy", "Did you mean: busy"),
      ("{ the screen is: { state: !not-one-of [busy, on] } }", "on", "Known values: ready, busy"),
      ("{ the screens are: !not-contains { state: redy } }", "redy", "Did you mean: ready"),
      ("{ never within 1 s: { the screen is: { state: Busy } } }", "Busy", "Did you mean: busy"),
      ("{ the screen is: { state: !not-contains redy } }", "redy", "Did you mean: ready"),
      ("{ the screen is: { state: !not-matches ^red$ } }", "^red$", "Known values: ready, busy"),
    ])
  func `a value that must not be shown and that the observed enumeration does not have is an error`(
    then: String, value: String, hint: String
  ) throws {
    let diagnostic = try error(then)
    #expect(diagnostic.message.hasSuffix("can have \"\(value)\" here"))
    #expect(diagnostic.hints == [hint])
  }

  @Test func `a key of a timeline's value that the observed type cannot have is an error`() {
    let lines = """
      timeline:
        step: 1 s
        values: { a: { message: !absent }, b: { mesage: !absent } }
        then: { the screen is: ab }
      """
    let plan = plan(scenario: lines, for: TypesModule.self)
    #expect(
      plan.brokenFiles.flatMap(\.diagnostics).map(\.message)
        == ["no value of \"the screen is\" can have the key \"mesage\""])
  }

  @Test func `a key that must be absent is noted beside a similar one that a value has`() async {
    let check = "{ the settings are: { recentSerches: !absent, note: !absent } }"
    let outcome = await tell(Self.story("[\(check), \(check)]"), to: TypesModule.self)
    let message =
      #"this holds because there is no "recentSerches"; did you mean "recentSearches""#
    #expect(outcome.failures() == [])
    #expect(outcome.notes() == ["5:34 \(message)", "5:99 \(message)"])
  }

  @Test func `a note on a key of data is in the language of its story`() async throws {
    let check = "- the settings are:\n    recentSerches: !absent"
    for then in ["\n\(check)", "{ the settings are: { recentSerches: !absent } }"] {
      let outcome = await tell("language: de\n" + Self.story(then), to: TypesModule.self)
      let note = try #require(outcome.result()?.notes.first)
      #expect(note.location.storyLanguage.code == "de")
      #expect(note.location.storyLanguage.text(of: note.text).hasPrefix("dies trifft zu, weil es"))
    }
  }

  @Test(
    arguments: [
      "{ the screen is: { message: !absent } }",
      "{ the screen is: { message: !absent, items: [{ note: !absent }] } }",
      "{ the last screen was: { message: !absent } }",
      "{ the screens are: [{ message: !absent }] }",
      "{ the screen is: !not { state: busy } }",
      "{ the screen is: { state: !not-contains usy } }",
      "{ the lamp is: { message: !absent } }",
      "{ the text is: { message: !absent } }",
      "{ never within 1 s: { the screen is: { message: Stop } } }",
    ])
  func `a key that the observed type can have needs no value`(then: String) async {
    let outcome = await tell(Self.story(then), to: TypesModule.self)
    #expect(outcome.failures() + outcome.notes() == [])
  }
}
