#if STORY_TIME && canImport(Glibc)
import CSimulation
#endif

extension Simulation {
  /// Calls a main-actor function on the calling thread, outside of any simulation.
  ///
  /// For functions that only create values, such as the step definitions of a module: stories are
  /// planned on several threads, and the main actor may be busy or blocked. Sound because the main
  /// thread of the process runs no code of the app meanwhile: that code runs in simulations, whose
  /// main actor is on other threads, too. The checks of the runtime for the main thread succeed in
  /// `body` where story time is available.
  package static func readingOnMainActor<Value: Sendable>(
    _ body: @MainActor () throws -> Value
  ) rethrows -> Value {
    #if STORY_TIME && canImport(Glibc)
    let before = simulation_act_as_main_thread(true)
    defer { _ = simulation_act_as_main_thread(before) }
    return try MainActor.assumeIsolated { try body() }
    #else
    // As `assumeIsolated`, without its check.
    return try withoutActuallyEscaping(body) { body in
      try unsafeBitCast(body, to: (() throws -> Value).self)()
    }
    #endif
  }
}
