import Foundation
import ReaderApp

/// The facts screen as the app builds it, with doubles at its boundaries.
@MainActor
struct FactsScreen {
  let view = SpyView()
  let router = SpyRouter()
  let transport = HeldTransport()
  let presenter: FactsPresenter

  init(locale: String = "en_US", now: Date = FixedDateProvider().now) {
    let factory = FactsFactory(
      transport: transport, dateProvider: FixedDateProvider(now: now),
      locale: Locale(identifier: locale), calendar: .gregorianUTC)
    presenter = factory.makePresenter(view: view, router: router)
  }

  /// Taps load, answers the request, and waits until the screen shows the result.
  func load(answering body: String = factJSON()) async throws {
    presenter.loadTapped()
    let shown = view.states.count
    try await transport.next().answer(body)
    await view.hasShown(shown + 1)
  }
}

extension Calendar {
  /// A calendar for tests that is the same on every machine.
  static var gregorianUTC: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}

/// Returns a fact in the server's JSON.
func factJSON(
  text: String = "Bees can count.", identifier: Int = 123,
  date: String = "2021-09-22T10:32:36.917"
) -> String {
  """
  { "infoText": "\(text)", "identifier": \(identifier), "creationDate": "\(date)" }
  """
}
