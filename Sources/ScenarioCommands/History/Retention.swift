/// A rule for which runs are kept.
package struct Retention {
  /// The number of runs of each branch that are kept regardless of their age.
  package var runsPerBranch = 50

  /// The number of days for which all runs are kept.
  package var days = 30
}
