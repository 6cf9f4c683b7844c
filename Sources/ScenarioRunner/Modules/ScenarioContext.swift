import Foundation
import Simulation

/// What a module is built from: the world of one scenario.
@MainActor
public final class ScenarioContext {
  /// The scenario's clock.
  ///
  /// It begins at the story's `clock` and moves only as story time passes.
  public let clock: StoryClock

  /// The server of the scenario: a transport that answers what the story told it to.
  public let transport: FakeTransport

  /// What real parts need where the scenario runs live; `nil` in a simulation, where everything
  /// outside of the app is a double.
  public let live: LiveSurroundings?

  /// The reader's language and region: the story's `locale`, `en_US` unless given.
  public let locale: Locale

  /// The reader's time zone: the story's `time zone`, UTC unless given.
  public let timeZone: TimeZone

  /// A Gregorian calendar in the story's locale and time zone.
  public let calendar: Calendar

  private var released: [Released] = []

  init(
    clock: StoryClock, locale: Locale, timeZone: TimeZone, transport: FakeTransport,
    live: LiveSurroundings? = nil
  ) {
    self.clock = clock
    self.transport = transport
    self.live = live
    self.locale = locale
    self.timeZone = timeZone
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Says that an object has to be gone when the scenario is over and its module has been let go.
  ///
  /// If it is still alive then, for example kept by a retain cycle, the scenario fails and names
  /// it.
  ///
  /// - Parameters:
  ///   - object: The object, such as the presenter.
  ///   - name: What people call it; its type unless given.
  /// - Returns: The object.
  @discardableResult
  public func expectReleased<Object: AnyObject>(_ object: Object, _ name: String? = nil) -> Object {
    released.append(Released(object: object, type: type(of: object), givenName: name))
    return object
  }

  /// The names of the objects that should be gone and aren't.
  var stillAlive: [String] {
    released.filter { $0.object != nil }.map(\.name)
  }
}

/// An object that has to be gone in the end.
private struct Released {
  weak var object: AnyObject?
  let type: any AnyObject.Type
  let givenName: String?

  var name: String { givenName ?? "\(type)" }
}
