import Dispatch
import Foundation

/// A check of the isolation of the code that evaluates it.
enum Check: String, CaseIterable {
  case mainActorAssume, mainActorPrecondition, mainActorAssert
  case actorAssume, actorPrecondition
  case onMainQueue, notOnMainQueue
  case isMainThread, currentIsMainThread, isMainRunLoop, isolation

  /// Evaluates the check in the caller's context.
  ///
  /// - Parameter isolation: The caller's value of `#isolation`.
  func answer(_ isolation: (any Actor)?) -> String {
    switch self {
    case .mainActorAssume: MainActor.assumeIsolated { "passes" }
    case .mainActorPrecondition: passes { MainActor.preconditionIsolated() }
    case .mainActorAssert: passes { MainActor.assertIsolated() }
    case .actorAssume: Ordinary.shared.assumeIsolated { _ in "passes" }
    case .actorPrecondition: passes { Ordinary.shared.preconditionIsolated() }
    case .onMainQueue: passes { dispatchPrecondition(condition: .onQueue(.main)) }
    case .notOnMainQueue: passes { dispatchPrecondition(condition: .notOnQueue(.main)) }
    case .isMainThread: "\(Thread.isMainThread)"
    case .currentIsMainThread: "\(Thread.current.isMainThread)"
    case .isMainRunLoop: "\(RunLoop.current == RunLoop.main)"
    case .isolation: isolation.map { "\(type(of: $0))" } ?? "none"
    }
  }

  private func passes(_ check: () -> Void) -> String {
    check()
    return "passes"
  }

  /// The check in source code.
  var code: String {
    switch self {
    case .mainActorAssume: "MainActor.assumeIsolated"
    case .mainActorPrecondition: "MainActor.preconditionIsolated"
    case .mainActorAssert: "MainActor.assertIsolated"
    case .actorAssume: "actor.assumeIsolated"
    case .actorPrecondition: "actor.preconditionIsolated"
    case .onMainQueue: "dispatchPrecondition(.onQueue(.main))"
    case .notOnMainQueue: "dispatchPrecondition(.notOnQueue(.main))"
    case .isMainThread: "Thread.isMainThread"
    case .currentIsMainThread: "Thread.current.isMainThread"
    case .isMainRunLoop: "RunLoop.current == RunLoop.main"
    case .isolation: "#isolation"
    }
  }
}

/// An actor without a custom executor.
actor Ordinary {
  static let shared = Ordinary()

  func ask(_ check: Check) -> String { check.answer(#isolation) }

  func askOnMainActor(_ check: Check) -> Task<String, Never> {
    Task { @MainActor in check.answer(#isolation) }
  }
}
