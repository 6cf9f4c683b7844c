/// How long a simulation's thread has been silent, as far as the supervisor was awake to hear it.
///
/// A process that is stopped, or a machine that is put to sleep, silences both. When they go on,
/// the thread has not been blocked, so one look of the supervisor never counts for more than a
/// little over the time between two looks.
struct Patience {
  private let limit: Duration
  private let interval: Duration
  private var beats: UInt64?
  private var silence: Duration = .zero

  /// - Parameters:
  ///   - limit: How long a thread may be silent.
  ///   - interval: How often the supervisor looks.
  init(limit: Duration, interval: Duration) {
    self.limit = limit
    self.interval = interval
  }

  /// Looks again.
  ///
  /// - Parameters:
  ///   - beats: How many signs of life there have been.
  ///   - span: How long ago the last look was.
  /// - Returns: Whether the thread has been silent for too long.
  mutating func isOver(beats: UInt64, after span: Duration) -> Bool {
    if beats == self.beats {
      silence += min(span, interval * 2)
    } else {
      self.beats = beats
      silence = .zero
    }
    return silence > limit
  }
}
