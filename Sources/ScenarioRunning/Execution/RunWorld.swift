import Foundation

/// The world of a run: what time is, and where the answers to its scenarios come from.
package enum RunWorld: String, Codable, Sendable {
  /// Story time, in simulations in which the doubles answer.
  case simulated
  /// Real time, in which the doubles answer.
  case realTime
  /// Real time, in which answers come over connections, and the app has the folders of the user.
  case live

  /// The world of this process, unless its run is live.
  package static var current: RunWorld { RealTime.isOn ? .realTime : .simulated }

  /// Whether scenarios run in real time, and so on the main thread of their process.
  package var isReal: Bool { self != .simulated }

  /// The number of processes in which scenarios run at the same time.
  ///
  /// In real time, they wait most of the time. With more of them, the processors would have no time
  /// left, and apps would be late.
  package var workers: Int {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return isReal ? min(32, 4 * cores) : cores
  }

  /// The limit on the time without progress, which in real time is no sign of a hang.
  package var timeout: Duration { .seconds(isReal ? 60 : 4) }
}
