/// The way in which a process ended.
package enum ProcessEnd: Equatable {
  case exited(Int32)
  case signaled(Int32)

  /// Creates a status from the value that `waitpid` stores.
  init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}
