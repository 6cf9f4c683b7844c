import Foundation
import ScenarioRunner

/// An app that does nothing wrong, but much.
final class HonestModule: Module {
  static let name = "honest"

  private var result: Int?

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the app computes for {duration} of processor time") { (module, time: Duration) in
      module.result = Computation.run(for: time)
    }
    When("the app logs {string}") { (_, text: String) in try Log.append(text) }
    Observation("the result is") { module in module.result == nil ? "missing" : "there" }
  }
}

/// Work that takes a processor's time and no other.
enum Computation {
  /// - Returns: The last of many pseudo-random numbers.
  static func run(for time: Duration) -> Int {
    let end = processorTime() + time
    var number = 1
    while processorTime() < end {
      for _ in 0..<10_000 { number = number &* 6_364_136_223_846_793_005 &+ 1 }
    }
    return number
  }

  /// The time that this thread has had a processor for, which story time does not replace.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// The file that `HOSTILE_LOG` names, by which a test sees from outside how far a run is.
enum Log {
  /// Appends a line; other processes may append lines at the same time.
  static func append(_ text: String) throws {
    guard let path = ProcessInfo.processInfo.environment["HOSTILE_LOG"] else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(file) }
    let line = Array("\(text)\n".utf8)
    guard write(file, line, line.count) == line.count else { throw CocoaError(.fileWriteUnknown) }
  }
}
