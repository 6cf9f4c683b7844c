import ArgumentParser
import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// The options of the commands that run many changed stories.
struct SearchOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, github }

  @Option(
    help: .init(
      "The time after which nothing more is tried (default: everything is).", valueName: "seconds"))
  var seconds: Double?

  @Option(
    help: .init(
      "The number of processes that run scenarios (default: one for each core).",
      valueName: "number"))
  var jobs: Int?

  @Option(
    help: .init(
      "The output format: text for people, json for scripts, github for annotations.",
      valueName: "format"))
  var format = Format.text

  mutating func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1, but it is \(jobs)") }
    if let seconds, seconds <= 0 {
      throw ValidationError("--seconds must be above 0, but it is \(seconds)")
    }
  }

  /// Returns whether the time is over, which begins now.
  var isOver: () -> Bool {
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    return { end.map { ContinuousClock.now >= $0 } ?? false }
  }

  /// Writes the findings and the omissions in the chosen format.
  ///
  /// GitHub shows only few annotations, so that each file gets one.
  ///
  /// - Parameters:
  ///   - json: The output for scripts.
  ///   - command: The name of the command.
  ///   - text: The output for people.
  ///   - annotation: Returns the annotation for something, with more lines for its message.
  func write<Found>(
    _ found: [Found], path: (Found) -> String, _ omissions: [String], json: some Encodable,
    text: String, of command: String, annotation: (Found, _ more: String) -> String
  ) throws {
    let console = Console.output
    switch format {
    case .text: console.write(text + omissions.map { "  \($0)\n" }.joined())
    case .json: console.writeUnchanged(try ValueEncoder().encode(json).json(.prettyPrinted) + "\n")
    case .github:
      for (_, found) in Dictionary(grouping: found, by: path).sorted(by: { $0.key < $1.key }) {
        let more = found.count > 1 ? "\n… and \(found.count - 1) more in this file" : ""
        console.writeUnchanged(annotation(found[0], more) + "\n")
      }
      guard !omissions.isEmpty else { return }
      let notice = GitHubAnnotations.command(
        "notice", title: command, message: omissions.joined(separator: "\n"))
      console.writeUnchanged(notice + "\n")
    }
  }
}

extension SourceFile {
  /// Replaces the text of a story on disk by one with what was found, and reports it.
  func replace(
    adding found: String, _ text: (SourceFile) throws(Diagnostic) -> String
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      try FileReplacement(path).replace(bytes, with: Array(text(self).utf8))
      Console.error.write("Added \(found) to \(path).\n")
    } catch { throw Diagnostic("\(path) was not changed: \(error.message)") }
  }
}
