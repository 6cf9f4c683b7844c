import Dispatch
import Measuring
import Simulation

/// Round trips from the main actor and back, in a simulation.
enum Hops: String {
  /// To another actor.
  case actor
  /// To a queue, with a block for each way.
  case queue

  private actor Counter {
    var count = 0

    func increase() { count += 1 }
  }

  /// Makes round trips, one after another.
  func measure(count: Int) throws -> Measured {
    try Measured {
      let limits = Simulation.Limits(jobsAtOneMoment: 10 * count)
      try Simulation.perform(limits: limits) {
        switch self {
        case .actor:
          let counter = Counter()
          for _ in 0..<count { await counter.increase() }
        case .queue:
          let queue = DispatchQueue(label: "work")
          await withCheckedContinuation { continuation in
            goOn(count, on: queue) { continuation.resume() }
          }
        }
      }
      return count
    }
  }
}

/// The main queue, of which Dispatch makes an object for each question.
private let main = DispatchQueue.main

/// Goes to the queue and back so many times.
private func goOn(
  _ count: Int, on queue: DispatchQueue, _ end: @escaping @Sendable () -> Void
) {
  guard count > 0 else { return end() }
  // Without the check of the main actor, which is none of the hop's costs.
  let back: @Sendable () -> Void = { goOn(count - 1, on: queue, end) }
  queue.async { main.async(execute: back) }
}
