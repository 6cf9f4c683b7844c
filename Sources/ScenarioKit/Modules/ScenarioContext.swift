import Foundation
import ScenarioLanguage
import Simulation

/// The environment of one scenario, from which its module is created.
@MainActor
public final class ScenarioContext {
  /// The scenario's clock.
  ///
  /// It starts at the story's `clock` and advances only as story time passes.
  public let clock: StoryClock

  /// The user's language and region: the story's `locale`, `en_US` by default.
  public let locale: Locale

  /// The user's time zone: the story's `time zone`, UTC by default.
  public let timeZone: TimeZone

  /// A Gregorian calendar in the story's locale and time zone.
  public let calendar: Calendar

  /// The objects that must be deallocated by the end of the scenario.
  private var released: [(isAlive: () -> Bool, name: () -> String)] = []

  private let doubles: ScenarioDoubles

  /// The observations that may change only with an announcement, by their sentences.
  private var trackedObservations: [String: TrackedObservation] = [:]

  /// The resources of a live scenario; `nil` in a simulation.
  package var liveSurroundings: (any Sendable)?

  /// The ranges of the data that was stored before the module was created and whose steps have not
  /// run yet.
  private var storedEarly: [SourceRange] = []

  package init(clock: StoryClock, locale: Locale, timeZone: TimeZone, doubles: ScenarioDoubles) {
    (self.doubles, self.clock) = (doubles, clock)
    (self.locale, self.timeZone) = (locale, timeZone)
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Registers an object that must be deallocated after the scenario has ended and its module has
  /// been released.
  ///
  /// If the object is still alive then, for example because of a retain cycle, the scenario fails
  /// and reports the object's name.
  ///
  /// - Parameters:
  ///   - object: The object, such as the presenter.
  ///   - name: The name used in reports; the object's type by default.
  /// - Returns: The object.
  @discardableResult
  public func expectReleased<Object: AnyObject>(_ object: Object, _ name: String? = nil) -> Object {
    let kind = type(of: object)
    released.append(({ [weak object] in object != nil }, { name ?? "\(kind)" }))
    return object
  }

  /// Returns the scenario's double of a type, which is created on first use.
  public func double<Double: TestDouble>(_ type: Double.Type) -> Double { doubles.double(type) }

  /// Returns the tracked observation with a sentence, which is created on first use.
  func trackedObservation(_ sentence: String) -> TrackedObservation {
    if let tracked = trackedObservations[sentence] { return tracked }
    let tracked = TrackedObservation()
    trackedObservations[sentence] = tracked
    return tracked
  }

  /// Stores data before the module is created.
  package func storeEarly(_ data: any StoredData) {
    // The step of data that can't be stored tries again, and reports the error.
    if (try? data.store()) != nil { storedEarly.append(data.range) }
  }

  /// Stores data in its step, unless that has happened before the module was created.
  func store(_ data: any StoredData) throws {
    guard let index = storedEarly.firstIndex(of: data.range) else { return try data.store() }
    storedEarly.remove(at: index)
  }

  /// The names of the registered objects that are still alive.
  package var stillAlive: [String] { released.filter { $0.isAlive() }.map { $0.name() } }
}
