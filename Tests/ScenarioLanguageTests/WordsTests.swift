import DisplayText
import Foundation
import Testing

@testable import ScenarioLanguage

@Suite("Durations")
struct DurationTextTests {
  @Test(arguments: [
    ("100 ms", Duration.milliseconds(100)), ("2 s", .seconds(2)), ("1.5 s", .milliseconds(1_500)),
    ("5 min", .seconds(300)), ("1 h", .seconds(3_600)), ("3 d", .seconds(259_200)),
    ("2s", .seconds(2)), ("0 s", .zero), ("  2   s ", .seconds(2)), ("2\u{A0}s", .seconds(2)),
    ("1 min 30 s", .seconds(90)), ("1h30min", .seconds(5_400)), ("0.25 ms", .microseconds(250)),
    ("0.000000001 s", .nanoseconds(1)), ("0.1 s", .milliseconds(100)), ("007 s", .seconds(7)),
    ("36500 d", .seconds(3_153_600_000)), ("0.333 min", .milliseconds(19_980)),
    ("1.123456789123456789 s", .nanoseconds(1_123_456_789)),
    ("2 seconds", .seconds(2)), ("1 minute", .seconds(60)), ("1 second", .seconds(1)),
    ("3 hours 20 minutes", .seconds(12_000)), ("2 days", .seconds(172_800)),
    ("100 milliseconds", .milliseconds(100)), ("2 sec", .seconds(2)), ("2 секунды", .seconds(2)),
    ("5 минут", .seconds(300)), ("2 heures", .seconds(7_200)), ("3 jours", .seconds(259_200)),
    ("1 Stunde", .seconds(3_600)), ("5 Sekunden", .seconds(5)), ("2 minutos", .seconds(120)),
  ])
  func `a duration is parsed from numbers with units`(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(arguments: [
    "", " ", "2", "s", "-2 s", "+2 s", "2 sec.", "2 S", "2 m", "1,5 s", "1. s", ".5 s", "1.2.3 s",
    "two s", "1 s 1 s", "1 s 2 h", "٢ s", "1e3 s", "9999999999 s", "36500 d 1 ms", "106752 d",
    "99999999999999999999 d", "9999999999999999 ms", "2 s s", "½ s",
  ])
  func `an invalid duration is refused`(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(arguments: [
    (Duration.zero, "0 s"), (.milliseconds(100), "100 ms"), (.milliseconds(1_500), "1.5 s"),
    (.seconds(2), "2 s"), (.seconds(60), "1 min"), (.seconds(90), "1 min 30 s"),
    (.seconds(3_600), "1 h"), (.seconds(3_661), "1 h 1 min 1 s"), (.seconds(86_400), "1 d"),
    (.seconds(90_000), "1 d 1 h"), (.microseconds(250), "0.25 ms"),
    (.nanoseconds(1), "0.000001 ms"),
    (.milliseconds(60_500), "1 min 0.5 s"), (.milliseconds(-1_500), "-1.5 s"),
  ])
  func `a duration is formatted in the notation of stories`(duration: Duration, text: String) {
    #expect(DurationText.format(duration) == text)
    #expect(duration < .zero || DurationText.parse(text) == duration)
  }
}

@Suite("Clock times")
struct ClockTextTests {
  @Test(arguments: [
    ("2021-09-27T12:07:24Z", 1_632_744_444), ("2021-09-27T14:07:24+02:00", 1_632_744_444),
    ("2021-09-27T14:07:24+0200", 1_632_744_444), ("2021-09-27T07:07:24-05", 1_632_744_444),
    ("2021-09-27 12:07:24 Z", 1_632_744_444), ("2021-09-27t12:07:24z", 1_632_744_444),
    ("2021-09-27T12:07:24.5Z", 1_632_744_444.5), ("2021-09-27T12:07Z", 1_632_744_420),
    ("2021-09-27T12:07:24", 1_632_744_444), ("2021-09-27", 1_632_700_800),
    ("1970-01-01", 0), ("1969-12-31T23:59:59Z", -1), ("2020-02-29", 1_582_934_400),
    ("2000-02-29", 951_782_400), ("0001-01-01", -62_135_596_800), ("9999-12-31", 253_402_214_400),
  ])
  func `a clock time is parsed from an ISO 8601 text`(text: String, seconds: Double) throws {
    #expect(try ClockText.parse(text, in: .gmt) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "now", "2021", "2021-9-27", "2021-09-27T", "2021-09-27T12", "2021-09-27T12:60:00Z",
    "2021-02-29", "2100-02-29", "2021-00-10", "2021-04-31", "0000-01-01", "2021-09-27T12:07:24 UTC",
    "12:07:24Z", "2021-09-27T12:07:60Z",
  ])
  func `an invalid clock time is refused`(text: String) {
    #expect(throws: Problem.self) { try ClockText.parse(text, in: .gmt) }
  }

  @Test(arguments: [
    ("2021-01-01T00:00:00", "2020-12-31T23:00:00Z"), ("2021-07-01", "2021-06-30T22:00:00Z"),
    ("2021-03-28T01:59:59", "2021-03-28T00:59:59Z"),
    ("2021-03-28T03:00:00", "2021-03-28T01:00:00Z"),
    ("2021-10-31T03:00:00", "2021-10-31T02:00:00Z"),
  ])
  func `a clock time follows daylight saving in the story's time zone`(
    local: String, utc: String
  ) throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    #expect(try ClockText.parse(local, in: berlin) == ClockText.parse(utc, in: .gmt))
  }
}

@Suite("Suggestions")
struct NearestTextTests {
  @Test(arguments: [
    ("scenarois", ["scenarios"]), ("wehn", ["when"]), ("thne", ["then"]), ("THEN", ["then"]),
    ("gven", ["given"]), ("x", []), ("", []), ("completely different", []), ("then", ["when"]),
  ])
  func `a misspelt word gets the intended word as suggestion`(text: String, suggestions: [String]) {
    let known = ["given", "when", "then", "scenarios"]
    #expect(NearestText.suggestions(for: text, among: known) == suggestions)
  }

  @Test func `suggestions are sorted by distance, then alphabetically, and limited`() {
    let known = ["cats", "bat", "cat", "rat", "hats", "hat", "hat"]
    let suggestions = ["hatt", "aat"].map { NearestText.suggestions(for: $0, among: known) }
    #expect(suggestions == [["hat", "hats"], ["bat", "cat", "hat"]])
    #expect(NearestText.suggestions(for: "aat", among: known, limit: 1) == ["bat"])
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("abc", "abc", 0),
    ("ca", "abc", 3), ("читатель", "читатеь", 1), ("👍🏽", "👍", 1),
  ])
  func `the distance between two texts is their number of edits`(
    first: String, second: String, distance: Int
  ) {
    #expect(NearestText.distance(from: first, to: second, atMost: 10) == distance)
    #expect(NearestText.distance(from: second, to: first, atMost: distance) == distance)
    #expect(
      distance == 0 || NearestText.distance(from: first, to: second, atMost: distance - 1) == nil)
  }

  @Test func `very long texts get no suggestions`() {
    let long = String(repeating: "ab", count: 5_000)
    #expect(NearestText.suggestions(for: long, among: [long + "a"]) == [])
    #expect(NearestText.suggestions(for: "a", among: [long]) == [])
  }
}
