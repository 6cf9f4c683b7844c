import Dispatch

/// The context in which a check is evaluated.
enum Location: String, CaseIterable {
  case mainActorFunction, mainActorTask, detachedTask, nonisolatedAsync, actorMethod
  case mainActorTaskFromActor, afterAwait, afterDetachedTask, queueSync, queueSyncOffMain,
    mainQueueSync

  @MainActor func answer(to check: Check) async -> String {
    switch self {
    case .mainActorFunction: return ask(check)
    case .mainActorTask: return await Task { check.answer(#isolation) }.value
    case .detachedTask: return await Task.detached { check.answer(#isolation) }.value
    case .nonisolatedAsync: return await askNonisolated(check)
    case .actorMethod: return await Ordinary.shared.ask(check)
    case .mainActorTaskFromActor: return await Ordinary.shared.askOnMainActor(check).value
    case .afterAwait:
      _ = await Ordinary.shared.ask(.isolation)
      return check.answer(#isolation)
    case .afterDetachedTask:
      // Foundation caches an object for each thread that reads `Thread.current`.
      _ = await Task.detached { Check.currentIsMainThread.answer(#isolation) }.value
      return check.answer(#isolation)
    case .queueSync: return DispatchQueue(label: "private").sync { check.answer(#isolation) }
    case .queueSyncOffMain:
      return await Task.detached {
        DispatchQueue(label: "private").sync { check.answer(#isolation) }
      }.value
    case .mainQueueSync:
      return await Task.detached { DispatchQueue.main.sync { check.answer(#isolation) } }.value
    }
  }

  @MainActor private func ask(_ check: Check) -> String { check.answer(#isolation) }

  @concurrent private nonisolated func askNonisolated(_ check: Check) async -> String {
    check.answer(#isolation)
  }

  /// The description in the printed table.
  var words: String {
    switch self {
    case .mainActorFunction: "a `@MainActor` function"
    case .mainActorTask: "`Task {}` on the main actor"
    case .detachedTask: "`Task.detached {}`"
    case .nonisolatedAsync: "a nonisolated async function"
    case .actorMethod: "an actor's method"
    case .mainActorTaskFromActor: "`Task { @MainActor in }` from an actor"
    case .afterAwait: "on the main actor after an `await`"
    case .afterDetachedTask: "on the main actor after a detached task"
    case .queueSync: "`DispatchQueue.sync` of a private queue on the main actor"
    case .queueSyncOffMain: "`DispatchQueue.sync` of a private queue in a detached task"
    case .mainQueueSync: "`DispatchQueue.main.sync` in a detached task"
    }
  }
}
