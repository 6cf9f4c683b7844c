/// A limit on the processes that observations of a scenario may end before none are taken.
package struct ObservationLimit {
  private var left = 8

  package init() {}

  /// Counts a process that ended, and returns the step from which on observations are taken next;
  /// `.max` for none.
  ///
  /// - Parameter next: The step after the observation that ended the process.
  package mutating func step(_ next: Int) -> Int {
    left -= 1
    return left > 0 ? next : .max
  }
}
