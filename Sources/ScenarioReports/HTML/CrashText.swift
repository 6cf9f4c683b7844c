/// The end of the app's process in words for readers without knowledge of Swift:
/// `the app crashed in FactsPresenter.load (FactsPresenter.swift:41)`.
struct CrashText {
  let message: String

  /// Creates the words; `nil` if the failure names neither a function nor a line of the app's code.
  init?(_ failure: Failure) {
    guard failure.message.hasPrefix("the app "), failure.differences.isEmpty else { return nil }
    let function = failure.details.lazy.compactMap { Self.function(in: $0) }.first
    let location = failure.details.lazy.compactMap { $0.firstMatch(of: /^at .*?([^\/]+:\d+)$/) }
      .first.map { String($0.1) }
    guard function != nil || location != nil else { return nil }
    // The reason of a crash, such as "Fatal error: Index out of range", is for developers.
    let what = failure.message.hasPrefix("the app crashed: ") ? "the app crashed" : failure.message
    var words = what + (function.map { " in \($0)" } ?? "")
    if let location { words += function == nil ? " at \(location)" : " (\(location))" }
    message = words
  }

  /// Returns the type and the name of the function in a line such as
  /// `in closure #1 in App.FactsPresenter.load() async -> ()`; `nil` if it names none.
  private static func function(in line: String) -> String? {
    guard line.hasPrefix("in "),
      let last = line.ranges(of: " in ").last?.upperBound
        ?? line.index(line.startIndex, offsetBy: 3, limitedBy: line.endIndex)
    else { return nil }
    let name = line[last...]
      .replacing(/^(?:static |protocol witness for |specialized |dispatch thunk of )+/, with: "")
      // The name of a private function is in parentheses.
      .replacing(/\((\w+)\)/) { $0.output.1 }
    guard let path = name.prefixMatch(of: /\w+(?:\.\w+)+/)?.output else { return nil }
    // A property's code is named after its accessor.
    return path.split(separator: ".").dropFirst().filter { $0 != "getter" && $0 != "setter" }
      .joined(separator: ".")
  }
}
