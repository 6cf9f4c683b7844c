import Foundation
import HTTPTypes
import ReaderApp

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The facts screen with doubles written by hand, as a test without stories has them.
@MainActor
public final class FactsWorld {
  /// The screen's double, which owns the presenter.
  public let screen = Screen()

  /// The double of the way to other screens.
  public let router = Router()

  /// The server's double.
  public let server = Server()

  /// Builds the screen.
  public init(now: any DateProvider) {
    let locale = Locale(identifier: "en_US")
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    calendar.timeZone = .gmt
    screen.presenter = FactsFactory(
      transport: server, dateProvider: now, locale: locale, calendar: calendar
    ).makePresenter(view: screen, router: router)
  }

  /// Records the states that it was asked to show.
  @MainActor
  public final class Screen: FactsView {
    /// A screen owns its presenter.
    public var presenter: FactsPresenter?
    /// All that was shown, in order.
    public private(set) var shown: [FactsViewState] = []
    /// How many alerts were shown.
    public private(set) var alerts = 0
    private var waiter: (count: Int, CheckedContinuation<Void, Never>)?

    /// Remembers a state.
    public func show(_ state: FactsViewState) {
      shown.append(state)
      guard let (count, continuation) = waiter, shown.count >= count else { return }
      waiter = nil
      continuation.resume()
    }

    /// Remembers an alert.
    public func showLoadFailedAlert() { alerts += 1 }

    /// Waits until there were so many updates.
    public func updates(_ count: Int) async {
      guard shown.count < count else { return }
      await withCheckedContinuation { waiter = (count, $0) }
    }
  }

  /// Remembers what was opened.
  @MainActor
  public final class Router: FactsRouter {
    /// The facts whose details were opened.
    public private(set) var opened: [Int] = []

    /// Remembers a fact.
    public func openDetails(identifier: Int) { opened.append(identifier) }
  }

  /// Answers each request in the same way.
  @MainActor
  public final class Server: Transport {
    /// The body of the answer; a request fails without one.
    public var body: Data?
    /// How long an answer takes.
    public var delay = Duration.zero
    /// How many requests came in.
    public private(set) var requests: [HTTPRequest] = []

    /// Answers a request.
    public func send(_ request: HTTPRequest, body _: Data?) async throws -> (HTTPResponse, Data) {
      requests.append(request)
      if delay > .zero { try await Task.sleep(for: delay) }
      guard let body else { throw URLError(.notConnectedToInternet) }
      return (HTTPResponse(status: .ok), body)
    }
  }
}

/// Always says the same time.
public struct FixedDate: DateProvider {
  /// The time.
  public let now: Date

  /// Creates it.
  public init(_ now: Date) { self.now = now }

  /// The time of the facts' stories, 2021-09-27T12:07:24Z.
  public static let ofTheStories = FixedDate(Date(timeIntervalSince1970: 1_632_744_444))
}

/// The answer of the server, as in the stories' fixture.
public enum FactFile {
  /// Reads the file.
  public static func body(of path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path))
  }
}
