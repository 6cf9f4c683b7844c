public import Foundation

/// Puts the time since a past event into words: "5 days ago", "5 дней назад".
public struct TimeAgoFormatter: Sendable {
  /// The language and region of the words.
  public var locale: Locale

  /// The calendar, with its time zone, in which days, months and years are counted.
  public var calendar: Calendar

  /// Creates a formatter for a locale and a calendar.
  public init(locale: Locale, calendar: Calendar) {
    self.locale = locale
    self.calendar = calendar
  }

  /// The time from an event up to now, rounded to its largest unit.
  ///
  /// An event that seems to lie ahead was dated by a clock ahead of this one; it is said to be now.
  ///
  /// - Parameters:
  ///   - date: When the event was.
  ///   - now: The current time.
  public func text(for date: Date, now: Date) -> String {
    guard date < now else { return style(anchor: now, presentation: .named).format(now) }
    // "1 day ago", not "yesterday": 30 hours may well reach back to the day before yesterday.
    return style(anchor: date, presentation: .numeric).format(now)
  }

  private func style(
    anchor: Date, presentation: Date.RelativeFormatStyle.Presentation
  ) -> Date.AnchoredRelativeFormatStyle {
    Date.AnchoredRelativeFormatStyle(
      anchor: anchor, presentation: presentation, unitsStyle: .wide, locale: locale,
      calendar: calendar)
  }
}
