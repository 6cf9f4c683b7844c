#if STORY_TIME && canImport(Glibc)
/// The dates of a file that code of a simulation has changed.
struct FileDates {
  /// A number that no other file of the machine has.
  struct FileID: Hashable {
    let device: UInt64
    let file: UInt64
  }

  /// A date of the kernel, and the moment of the change in story time, in nanoseconds since 1970.
  struct Moment {
    private var kernel: Int64?
    private(set) var story: Int64 = 0

    mutating func see(_ date: Int64, isNew: Bool, at now: Int64) {
      if isNew || date != kernel { (kernel, story) = (date, now) }
    }
  }

  var modified = Moment()
  var changed = Moment()
}

/// Replaces the kernel's dates of a file by those in story time.
///
/// - Parameters:
///   - isChanged: Whether the code has changed the file, now or earlier.
///   - isWritten: Whether the code has written the file now. Otherwise, it has done so if the
///     kernel's date differs from the last one.
/// - Returns: Whether it has dates in story time.
@_cdecl("simulation_date")
func date(
  _ device: UInt64, _ file: UInt64, _ isChanged: Bool, _ isWritten: Bool, _ now: Int64,
  _ modified: UnsafeMutablePointer<Int64>, _ changed: UnsafeMutablePointer<Int64>
) -> Bool {
  guard let simulation = Simulation.current else { return false }
  let id = FileDates.FileID(device: device, file: file)
  guard var dates = simulation.fileDates[id] ?? (isChanged ? FileDates() : nil) else {
    return false
  }
  dates.modified.see(modified.pointee, isNew: isWritten, at: now)
  dates.changed.see(changed.pointee, isNew: isWritten, at: now)
  simulation.fileDates[id] = dates
  (modified.pointee, changed.pointee) = (dates.modified.story, dates.changed.story)
  return true
}
#endif
