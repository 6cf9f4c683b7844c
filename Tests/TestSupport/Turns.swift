/// Work of which only so much is done at a time, because all tests begin at once.
actor Turns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  /// Does work when it is its turn.
  nonisolated func take<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    await begin()
    do {
      let result = try await work()
      await end()
      return result
    } catch {
      await end()
      throw error
    }
  }

  private func begin() async {
    if free > 0 { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func end() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
