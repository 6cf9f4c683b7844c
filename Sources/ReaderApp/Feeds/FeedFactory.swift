public import Foundation

/// A factory for the feed screen, by default with the real network.
public struct FeedFactory: Sendable {
  /// The transport for requests to the server.
  public var transport: any Transport

  /// The language and region of the shown texts.
  public var locale: Locale

  /// The calendar for counting days, with its time zone.
  public var calendar: Calendar

  /// Creates a factory; the default arguments are the real parts.
  public init(
    transport: any Transport = LiveTransport(),
    locale: Locale = .autoupdatingCurrent,
    calendar: Calendar = .autoupdatingCurrent
  ) {
    self.transport = transport
    self.locale = locale
    self.calendar = calendar
  }

  /// Creates a presenter for a screen, which has to own it: the presenter holds the view weakly.
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
