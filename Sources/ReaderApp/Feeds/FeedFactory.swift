public import Foundation

/// Puts the feed screen's parts together, by default with the real network.
public struct FeedFactory: Sendable {
  /// What carries requests to the server.
  public var transport: any Transport

  /// The language and region of what the reader sees.
  public var locale: Locale

  /// The calendar, with its time zone, by which the reader counts days.
  public var calendar: Calendar

  /// Creates a factory; every part that is left out is the real one.
  public init(
    transport: any Transport = LiveTransport(),
    locale: Locale = .autoupdatingCurrent,
    calendar: Calendar = .autoupdatingCurrent
  ) {
    self.transport = transport
    self.locale = locale
    self.calendar = calendar
  }

  /// Makes a presenter for a screen, which has to keep it: the presenter holds the view weakly.
  @MainActor
  public func makePresenter(
    view: any FeedView, router: any FeedRouter, address: String
  ) -> FeedPresenter {
    FeedPresenter(
      view: view, router: router, service: FeedService(transport: transport), address: address,
      dateStyle: Date.FormatStyle(
        date: .long, time: .omitted, locale: locale, calendar: calendar,
        timeZone: calendar.timeZone))
  }
}
