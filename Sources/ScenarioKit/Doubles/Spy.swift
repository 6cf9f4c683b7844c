import Simulation
import Synchronization

/// Records the calls that a double receives, with their arguments and times.
///
///     final class ViewSpy: FactsView {
///       let alerts = Spy<Void>("an error alert was shown")
///       func showLoadFailedAlert() { alerts.record(()) }
///     }
public final class Spy<Arguments: Sendable>: Sendable {
  /// What a call means, as people say it: `the screen was updated`.
  public let name: String

  /// Which part of the app's surroundings it stands in for, such as `view`.
  public let participant: String

  // Known to those who build a double, because what a type needs at run time where it isn't takes
  // longer than to record a call.
  @usableFromInline struct Recorded {
    @usableFromInline var calls: [Arguments] = []
    @usableFromInline var times: [Duration?] = []
  }

  @usableFromInline let recorded = Mutex(Recorded())
  /// Whether what it is given stays as it is, so that nobody has to look at it now.
  private let isKept = PlainTypes.contains(Arguments.self)

  /// Creates a spy without calls.
  ///
  /// - Parameters:
  ///   - name: What a call means, as people say it.
  ///   - participant: Which part of the app's surroundings it stands in for; reports draw the calls
  ///     of each on a line of its own. `view` unless given.
  public init(_ name: String, of participant: String = "view") {
    self.name = name
    self.participant = participant
  }

  /// Records a call.
  @inlinable public func record(_ arguments: Arguments) {
    let time = Simulation.timeOfCaller
    if time != nil { note(arguments) }
    recorded.withLock { recorded in
      recorded.calls.append(arguments)
      recorded.times.append(time)
    }
  }

  /// Writes a call into the trace.
  @usableFromInline func note(_ arguments: Arguments) {
    // Other things may change, so they are looked at now.
    let known = isKept ? nil : Shown(arguments)
    let name = name
    Simulation.note(
      StoryEvent(.call(participant: participant), (known ?? Shown(arguments)).text(ofCall: name)))
  }

  /// The arguments of all calls so far, in order.
  @inlinable public var calls: [Arguments] { recorded.withLock { $0.calls } }

  /// Checks how many calls there were.
  ///
  /// - Throws: ``CheckFailure`` with a list of the calls if there were more or fewer.
  @inlinable public func expect(count: Int) throws(CheckFailure) {
    guard recorded.withLock({ $0.calls.count }) != count else { return }
    throw failure(otherThan: count)
  }

  @usableFromInline func failure(otherThan count: Int) -> CheckFailure {
    let (calls, times) = recorded.withLock { ($0.calls, $0.times) }
    return CheckFailure(
      "\(name) \(Self.times(calls.count)), not \(count)",
      details: zip(calls, times).enumerated().map { index, call in
        let time = call.1.map { "at \(StoryTimeText.offset($0))" } ?? ""
        let parts = [time, Shown(call.0).words].filter { !$0.isEmpty }
        return parts.isEmpty
          ? "\(index + 1)." : "\(index + 1). \(parts.joined(separator: "  "))"
      })
  }

  private static func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }
}

/// The types that spies were made for, and whether their values are nothing but data.
private enum PlainTypes {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  static func contains<T>(_ type: T.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let isPlain = known.withLock({ $0[id] }) { return isPlain }
    let isPlain = PlainData.isMade(of: type)
    known.withLock { $0[id] = isPlain }
    return isPlain
  }
}

/// What a double was given, as it was then; how that reads is worked out when somebody asks.
private enum Shown: Sendable {
  case nothing
  case value(Value)
  case text(String)

  init<Arguments>(_ arguments: Arguments) {
    if Arguments.self == Void.self {
      self = .nothing
    } else if let value = arguments as? any Encodable,
      let shown = try? ValueEncoder().encode(value)
    {
      self = .value(shown)
    } else {
      self = .text("\(arguments)")
    }
  }

  var words: String {
    switch self {
    case .nothing: ""
    case .value(let value): value.description
    case .text(let text): text
    }
  }

  func text(ofCall name: String) -> String { words.isEmpty ? name : "\(name): \(words)" }
}
