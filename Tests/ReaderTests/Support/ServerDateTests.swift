import Foundation
import Testing

@testable import ReaderApp

@Suite("Dates from the server")
struct ServerDateTests {
  @Test(arguments: [
    ("2021-09-22T10:32:36", 1_632_306_756), ("2021-09-22T10:32:36.5", 1_632_306_756.5),
    ("2021-09-22T10:32:36.000", 1_632_306_756),
    ("2021-09-22T10:32:36.125000000", 1_632_306_756.125),
    ("2024-02-29T23:59:59.75", 1_709_251_199.75), ("1970-01-01T00:00:00", 0),
    ("1969-12-31T23:59:59.5", -0.5),
  ])
  func `a server date is read as UTC, with or without a fraction`(text: String, seconds: Double) {
    #expect(ServerDate.date(from: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", ".", "T", "yesterday", "2021-09-22", "2021-09-22T10:32", "2021-09-22 10:32:36",
    // If the time zone were ignored, the date would be read as UTC.
    "2021-09-22T10:32:36Z", "2021-09-22T10:32:36+03:00", "2021-09-22T10:32:36.917Z",
    "2021-09-22T10:32:36.", "2021-09-22T10:32:36.9.1", "2021-09-22T10:32:36,917",
    "2021-09-22T10:32:36.1e5", "2021-09-22T10:32:36.-1", "2021-09-22T10:32:36.٥",
    "2021-09-22T10:32:36 ", " 2021-09-22T10:32:36", "2021-09-22T10:32:36 and a half",
    // Dates that do not exist.
    "2021-02-31T10:32:36", "2023-02-29T00:00:00", "2021-13-01T00:00:00", "2021-09-22T24:00:00",
    "2021-09-22T10:60:00", "2021-09-22T10:32:60", "2021-9-2T1:2:3", "٢٠٢١-09-22T10:32:36",
  ])
  func `text that is not a server date is rejected`(text: String) {
    #expect(ServerDate.date(from: text) == nil)
  }

  @Test func `a server date can have a fraction of any length`() throws {
    let text = "2021-09-22T10:32:36." + String(repeating: "0", count: 100_000) + "1"
    let date = try #require(ServerDate.date(from: text))
    #expect(date == Date(timeIntervalSince1970: 1_632_306_756))
  }
}
