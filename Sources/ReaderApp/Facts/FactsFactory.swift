public import Foundation

/// A factory for the facts screen, by default with the real network and the system's clock.
public struct FactsFactory: Sendable {
  /// The transport for requests to the server.
  public var transport: any Transport

  /// The provider of the current time.
  public var dateProvider: any DateProvider

  /// The language and region of the shown texts.
  public var locale: Locale

  /// The calendar for counting days, with its time zone.
  public var calendar: Calendar

  /// Creates a factory; the default arguments are the real parts.
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

  /// Creates a presenter for a screen, which has to own it: the presenter holds the view weakly.
  @MainActor
  public func makePresenter(view: any FactsView, router: any FactsRouter) -> FactsPresenter {
    FactsPresenter(
      view: view, router: router, service: FactsService(transport: transport),
      dateProvider: dateProvider,
      timeAgo: TimeAgoFormatter(locale: locale, calendar: calendar))
  }
}
