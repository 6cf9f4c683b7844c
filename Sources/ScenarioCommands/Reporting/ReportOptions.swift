import ArgumentParser
import Foundation
import ScenarioLanguage
import ScenarioReports

/// The reports of a run beside the terminal output, the same for every command.
struct ReportOptions: ParsableArguments {
  @Option(
    name: .customLong("to"),
    help: .init(
      "Also write a report: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "format=file"),
    transform: destination)
  var destinations: [ReportDestination] = []

  private static func destination(_ text: String) throws -> ReportDestination {
    var destination = try ReportDestination(parsing: text)
    destination.path = destination.path.map(PackageFolder.path)
    return destination
  }

  @Option(
    help: .init(
      "Compare with the last run of a branch or commit (default: the last run).",
      valueName: "branch"))
  var against: String?

  @Flag(help: "Fail only if something is newly broken.") var newlyBroken = false

  func validate() throws {
    if against?.isBlank == true {
      throw ValidationError("--against needs the name of a branch or commit, but it is empty")
    }
  }

  /// The stream for the command's messages: standard output, unless a report is written to it.
  var console: Console { destinations.contains { $0.path == nil } ? .error : .output }

  /// Throws a diagnostic if a report can't be written, or would replace a file that is no report.
  func check() throws(Diagnostic) { try ReportFile.check(destinations) }

  /// Empties earlier reports, so that none of them remains if the run does not end.
  func emptyEarlierReports() throws(Diagnostic) {
    for destination in destinations {
      if let path = destination.path { try ReportFile(destination.format, path: path).empty() }
    }
  }

  /// Returns the destinations in arguments that can't be parsed as a whole.
  static func destinations(in arguments: [String]) -> [ReportDestination] {
    zip(arguments, arguments.dropFirst() + [""]).compactMap { argument, next in
      let text = argument.hasPrefix("--to=") ? String(argument.dropFirst(5)) : next
      guard argument.hasPrefix("--to=") || argument == "--to" else { return nil }
      // The parser reports one that is wrong.
      return try? destination(text)
    }
  }

  /// Replaces the reports by those of a run that could not begin, so that no earlier one remains.
  ///
  static func write(
    to destinations: [ReportDestination], thatNothingRanBecauseOf error: any Error, attempt: Int?
  ) {
    guard destinations.contains(where: { $0.path != nil }) else { return }
    let run = RunReport(
      began: Date(), seconds: 0,
      origin: RunReport.Origin(runBy: "scenarios run", attempt: attempt), isPartial: true,
      problems: [.notRun(because: InputError.diagnostics(of: error))])
    for destination in destinations {
      guard let path = destination.path else { continue }
      let file = ReportFile(destination.format, path: path)
      // A file that must not be replaced is no earlier report.
      guard (try? file.check()) != nil else { continue }
      do { try file.write { try destination.format.write(run, to: $0) } } catch {
        Console.error.report(error)
      }
    }
  }

  /// Writes the reports of a run, and the names of their files to the console.
  ///
  /// - Throws: `Diagnostic` for a file that can't be written.
  func write(_ compared: ComparedRun) throws {
    var written: [String] = []
    for destination in destinations {
      func write(to write: (String) throws -> Void) throws {
        if destination.format == .html {
          var page = HTMLReport(compared)
          page.terminalLanguage = .terminal
          return try page.write(to: write)
        }
        try destination.format.write(compared.run, to: write)
      }
      guard let path = destination.path else {
        try write { Console.output.writeUnchanged($0) }
        continue
      }
      let file = ReportFile(destination.format, path: path)
      try file.write(write)
      if file.isStored { written.append(path) }
    }
    if !written.isEmpty {
      let words = written.count == 1 ? "The report is in" : "The reports are in"
      console.write("\(words) \(written.joined(separator: ", "))\n")
    }
  }
}
