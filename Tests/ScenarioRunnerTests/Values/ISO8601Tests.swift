import Foundation
import Testing

@testable import ScenarioRunner

@Suite("A date in a story")
struct ISO8601Tests {
  @Test(arguments: [
    ("2021-09-27T12:07:24Z", 1_632_744_444),
    ("2021-09-27t12:07:24z", 1_632_744_444),
    ("2021-09-27 12:07:24Z", 1_632_744_444),
    ("2021-09-27T15:07:24+03:00", 1_632_744_444),
    ("2021-09-27T15:07:24+0300", 1_632_744_444),
    ("2021-09-27T15:07:24+03", 1_632_744_444),
    ("2021-09-27T07:37:24-04:30", 1_632_744_444),
    ("2021-09-22T10:32:36.917Z", 1_632_306_756.917),
    ("2021-09-22T10:32:36,5Z", 1_632_306_756.5),
    ("2021-09-27T12:07Z", 1_632_744_420),
    ("2021-09-27T14:07:24", 1_632_744_444),
    ("2021-01-01T13:00:00", 1_609_502_400),
    ("2021-09-27", 1_632_693_600),
    ("2024-02-29", 1_709_161_200),
  ])
  func `is read in its own offset or else in the given zone`(text: String, seconds: Double) throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let date = try #require(ISO8601.date(text, zone: zone))
    #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_01)
  }

  @Test(arguments: [
    "", "soon", "2021", "2021-9-27", "2021-13-01", "2021-00-01", "2021-02-29", "2021-04-31",
    "2021-01-00", "0000-01-01", "2021-09-27T", "2021-09-27T24:00Z", "2021-09-27T12:60Z",
    "2021-09-27T12:00:60Z", "2021-09-27T12:00:00.Z", "2021-09-27T12:00+25", "2021-09-27T12:00 Z",
    "2021-09-27T12:00:00ZZ", "2021-09-27x", "２０２１-09-27", "12021-09-27",
  ])
  func `is refused where it is none`(text: String) {
    #expect(ISO8601.date(text, zone: .gmt) == nil)
  }
}
