import Foundation

extension Simulation {
  /// Why no simulation could be started.
  public enum Unavailable: Error, Hashable, CustomStringConvertible {
    /// This platform or process has no story time; the text says what is missing.
    case unsupported(String)

    /// The calling code runs in a simulation already.
    case nested

    /// The reason in words.
    public var description: String {
      switch self {
      case .unsupported(let reason): "story time is not available here: \(reason)"
      case .nested: "a simulation can't be started inside another one"
      }
    }
  }

  /// Runs a simulation on the calling thread.
  ///
  /// What is still under way when `body` returns is never continued; ``finish(within:)`` tells of
  /// it.
  ///
  /// - Parameters:
  ///   - start: What the calendar says at the start; 2001-01-01T00:00:00Z unless given.
  ///   - limits: When the simulation gives up on code that does not come to rest.
  ///   - body: Drives the simulation. It stands outside of it: nothing happens between its calls.
  /// - Throws: ``Unavailable``; what `body` throws.
  @discardableResult
  public static func run<R>(
    startingAt start: Date = defaultStart, limits: Limits = Limits(),
    _ body: (Simulation) throws -> R
  ) throws -> R {
    try enter(startingAt: start, limits: limits, pulse: nil, body)
  }

  /// Runs `async` code to its end in story time, on the calling thread.
  ///
  ///     try Simulation.perform {
  ///       try await Task.sleep(for: .seconds(30))  // takes no time
  ///     }
  ///
  /// - Throws: ``Unavailable``; ``Stall`` if the code never ends; what the code throws.
  @discardableResult
  public static func perform<R: Sendable>(
    startingAt start: Date = defaultStart, limits: Limits = Limits(),
    _ work: @escaping @MainActor @Sendable () async throws -> R
  ) throws -> R {
    try enter(startingAt: start, limits: limits, pulse: nil) { simulation in
      try simulation.perform { try await work() }
    }
  }

  static func enter<R>(
    startingAt start: Date, limits: Limits, pulse: Pulse?, _ body: (Simulation) throws -> R
  ) throws -> R {
    if let problem = Installation.currentProblem { throw Unavailable.unsupported(problem) }
    guard current == nil else { throw Unavailable.nested }
    let simulation = Simulation(start: start, limits: limits, pulse: pulse)
    defer { simulation.dismissIdleTasks() }
    return try body(simulation)
  }
}
