import Foundation

/// Calls that never return.
enum Blocking {
  static func loop() {
    var number = 0
    while Unknown.number > 0 { number &+= 1 }
    print(number)
  }

  static func lockTwice() {
    let lock = NSLock()
    lock.lock()
    lock.lock()
  }

  /// Waits while a thread of the app wakes every millisecond.
  static func lockBesideTicks() {
    Thread.detachNewThread { while true { usleep(1_000) } }
    lockTwice()
  }

  static func readFromPipe() {
    var ends: [Int32] = [0, 0]
    var byte: UInt8 = 0
    pipe(&ends)
    read(ends[0], &byte, 1)
  }
}
