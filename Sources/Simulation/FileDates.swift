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
/// - Parameter writes: Whether the code has just written the file. Otherwise, it has changed if the
///   kernel's dates are others than before.
@_cdecl("simulation_date")
func date(
  _ device: UInt64, _ file: UInt64, _ writes: Bool, _ now: Int64,
  _ modified: UnsafeMutablePointer<Int64>, _ changed: UnsafeMutablePointer<Int64>
) {
  guard let simulation = Simulation.current else { return }
  let id = FileDates.FileID(device: device, file: file)
  var dates = simulation.fileDates[id] ?? FileDates()
  dates.modified.see(modified.pointee, isNew: writes, at: now)
  dates.changed.see(changed.pointee, isNew: writes, at: now)
  simulation.fileDates[id] = dates
  (modified.pointee, changed.pointee) = (dates.modified.story, dates.changed.story)
}
#endif
