import Foundation
import Simulation

/// What a module is built from: the world of one scenario.
@MainActor
public final class ScenarioContext {
  /// The scenario's clock.
  ///
  /// It begins at the story's `clock` and moves only as story time passes.
  public let clock: StoryClock

  /// The reader's language and region: the story's `locale`, `en_US` unless given.
  public let locale: Locale

  /// The reader's time zone: the story's `time zone`, UTC unless given.
  public let timeZone: TimeZone

  /// A Gregorian calendar in the story's locale and time zone.
  public let calendar: Calendar

  private var released: [Released] = []

  /// What stands in for the surroundings of the app, by type.
  private var doubles: [ObjectIdentifier: Any] = [:]

  package init(clock: StoryClock, locale: Locale, timeZone: TimeZone) {
    self.clock = clock
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

  /// The double of a type; `nil` if the scenario has none.
  package func double<Double>(_ type: Double.Type) -> Double? {
    doubles[ObjectIdentifier(type)] as? Double
  }

  /// Sets the double of its type.
  package func set<Double>(_ double: Double) { doubles[ObjectIdentifier(Double.self)] = double }

  /// The names of the objects that should be gone and aren't.
  package var stillAlive: [String] {
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
