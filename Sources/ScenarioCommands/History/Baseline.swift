/// The run that another one is compared with.
package enum Baseline {
  /// The last run on the branch that is checked out, or, if there is none, the last run.
  case last
  /// The last run on a branch, or, if no run has that branch, on a commit with this prefix.
  case named(String)
}
