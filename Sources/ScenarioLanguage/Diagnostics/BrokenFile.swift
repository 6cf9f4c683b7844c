/// A file that can't be run because of errors.
package struct BrokenFile: Sendable, Hashable, Codable {
  /// The path of the file as shown to people.
  package var path: String

  /// The diagnostics of the file, in the order of the file; never empty.
  package var diagnostics: [Diagnostic]

  /// The diagnostics, with the errors, which are the reason why the file can't be run, before the
  /// others.
  package var errorsFirst: [Diagnostic] {
    diagnostics.filter(\.isError) + diagnostics.filter { !$0.isError }
  }

  package init(path: String, diagnostics: [Diagnostic]) {
    (self.path, self.diagnostics) = (path, diagnostics)
  }
}
