import Foundation
import ReaderApp
import Testing

@Suite("The time since an event")
struct TimeAgoFormatterTests {
  private let now = FixedDateProvider().now

  private static let ages: [(seconds: Double, english: String, russian: String)] = [
    (1, "1 second ago", "1 секунду назад"), (59, "59 seconds ago", "59 секунд назад"),
    (60, "1 minute ago", "1 минуту назад"), (3_600, "1 hour ago", "1 час назад"),
    (7_200, "2 hours ago", "2 часа назад"), (86_400, "1 day ago", "1 день назад"),
    (172_800, "2 days ago", "2 дня назад"), (1_209_600, "2 weeks ago", "2 недели назад"),
    (31_536_000, "1 year ago", "1 год назад"),
    // The example date of the facts.
    (437_687.083, "5 days ago", "5 дней назад"),
    // An event of the last second or of the future.
    (0.999, "now", "сейчас"), (0.4, "now", "сейчас"), (0.001, "now", "сейчас"),
    (0, "now", "сейчас"), (-0.5, "now", "сейчас"), (-3, "now", "сейчас"),
    (-432_000, "now", "сейчас"),
  ]

  @Test(arguments: ages)
  func `the time since an event is formatted in English and Russian`(
    seconds: Double, english: String, russian: String
  ) {
    let texts = ["en_US", "ru_RU"].map { text(secondsAgo: seconds, locale: $0) }
    #expect(texts == [english, russian])
  }

  @Test func `the time since an event counts days of the reader's time zone`() throws {
    // Berlin's clocks go forward in this night, so the day has 23 hours.
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let noon = try #require(
      calendar.date(from: DateComponents(year: 2021, month: 3, day: 27, hour: 12)))
    let nextNoon = try #require(calendar.date(byAdding: .day, value: 1, to: noon))
    let formatter = TimeAgoFormatter(locale: Locale(identifier: "en_US"), calendar: calendar)
    #expect(nextNoon.timeIntervalSince(noon) == 23 * 3_600)
    #expect(formatter.text(for: noon, now: nextNoon) == "1 day ago")
    #expect(self.formatter("en_US").text(for: noon, now: nextNoon) == "23 hours ago")
  }

  @Test func `the distant past and the distant future are formatted`() {
    let dates: [Date] = [.distantPast, .distantFuture]
    let texts = dates.map { formatter("en_US").text(for: $0, now: now) }
    #expect(texts == ["2,020 years ago", "now"])
  }

  private func text(secondsAgo: Double, locale: String) -> String {
    formatter(locale).text(for: now.addingTimeInterval(-secondsAgo), now: now)
  }

  private func formatter(_ locale: String) -> TimeAgoFormatter {
    TimeAgoFormatter(locale: Locale(identifier: locale), calendar: .gregorianUTC)
  }
}
