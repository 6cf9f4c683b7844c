public import Foundation

/// Puts the facts screen's parts together, by default with the real network and the system's clock.
public struct FactsFactory: Sendable {
  /// What carries requests to the server.
  public var transport: any Transport

  /// What tells the time.
  public var dateProvider: any DateProvider

  /// The language and region of what the reader sees.
  public var locale: Locale

  /// The calendar, with its time zone, by which the reader counts days.
  public var calendar: Calendar

  /// Creates a factory; every part that is left out is the real one.
  public init(
    transport: any Transport = LiveTransport(),
    dateProvider: any DateProvider = SystemDateProvider(),
    locale: Locale = .autoupdatingCurrent,
    calendar: Calendar = .autoupdatingCurrent
  ) {
    self.transport = transport
    self.dateProvider = dateProvider
    self.locale = locale
    self.calendar = calendar
  }

  /// Makes a presenter for a screen, which has to keep it: the presenter holds the view weakly.
  @MainActor
  public func makePresenter(view: any FactsView, router: any FactsRouter) -> FactsPresenter {
    FactsPresenter(
      view: view, router: router, service: FactsService(transport: transport),
      dateProvider: dateProvider,
      timeAgo: TimeAgoFormatter(locale: locale, calendar: calendar))
  }
}
