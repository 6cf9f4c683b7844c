public import Foundation

/// A formatter for the time since an event: "5 days ago", "5 дней назад".
public struct TimeAgoFormatter: Sendable {
  /// The language and region of the text.
  public var locale: Locale

  /// The calendar for days, months and years, with its time zone.
  public var calendar: Calendar

  /// Creates a formatter for a locale and a calendar.
  public init(locale: Locale, calendar: Calendar) {
    self.locale = locale
    self.calendar = calendar
  }

  /// Returns the time from an event until now, rounded to its largest unit.
  ///
  /// An event in the future was dated by a clock that is ahead; it is treated as happening now. So
  /// is an event of less than a second ago.
  ///
  /// - Parameters:
  ///   - date: The date of the event.
  ///   - now: The current time.
  public func text(for date: Date, now: Date) -> String {
    // Less than half a second ago would be "in 0 seconds".
    guard now.timeIntervalSince(date) >= 1 else {
      return style(anchor: now, presentation: .named).format(now)
    }
    // "1 day ago", not "yesterday": 30 hours ago may be the day before yesterday.
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
