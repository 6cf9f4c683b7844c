import Foundation

/// The threads of this process, as the kernel schedules them.
enum ProcessThreads {
  /// Returns whether a thread other than the caller's runs, waits for a core or waits for a disk.
  ///
  /// It looks several times, because a busy thread also sleeps for moments. It sleeps before the
  /// first look, because a thread that has just done work for the caller runs for a moment longer.
  static func othersAreBusy() -> Bool {
    for _ in 0..<20 {
      Thread.sleep(forTimeInterval: 0.005)
      if othersAreBusyNow() { return true }
    }
    return false
  }

  static func othersAreBusyNow() -> Bool {
    let files = FileManager.default
    let own = (try? files.destinationOfSymbolicLink(atPath: "/proc/thread-self"))?
      .split(separator: "/").last.map(String.init)
    let threads = (try? files.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.contains { thread in
      guard thread != own, let status = files.contents(atPath: "/proc/self/task/\(thread)/stat"),
        // A thread's name may contain any character, so its state is searched from the end.
        let end = status.lastIndex(of: UInt8(ascii: ")"))
      else { return false }
      let state = status[end...].dropFirst(2).first
      return state == UInt8(ascii: "R") || state == UInt8(ascii: "D")
    }
  }
}
