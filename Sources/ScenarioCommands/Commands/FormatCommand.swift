import ArgumentParser
import DisplayText
import Foundation
import ScenarioLanguage
import ScenarioRunning

struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Format stories in a consistent layout without changing their meaning.",
    discussion: """
      Comments, quotes and the order of keys stay. A file with errors in its YAML is left alone.
      Exit status: 0 on success, 1 if --check found a file that is not formatted, 2 if a file \
      can't be formatted.
      """)

  @Argument(
    help: .init(
      "The story files or folders to format (default: the scenarios folder).",
      valueName: "path"),
    transform: PackageFolder.path)
  var paths: [String] = []

  @Flag(help: "List files that are not formatted without changing them.") var check = false

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  func run() throws {
    var tally = Tally()
    for path in try files() { format(path, tally: &tally) }
    Console.output.write(tally.summary(isCheck: check) + "\n")
    if tally.leftAlone > 0 { throw ExitStatus.inputIsWrong }
    if check, tally.changed > 0 { throw ExitStatus.failed }
  }

  /// Returns the files in the order in which they were requested, each once.
  private func files() throws -> [String] {
    try (paths.isEmpty ? [folder] : paths).flatMap { path -> [String] in
      let isFolder = FileManager.default.isFolder(atPath: path)
      if isFolder == false, !StoryFile.isStory(path) { throw ScenariosFolder.notAStory(path) }
      let isOneFile = isFolder == false || isFolder == nil && !paths.isEmpty
      return isOneFile ? [path] : try ScenariosFolder(path).paths()
    }.withoutRepeats { URL(filePath: $0).standardizedFileURL.path }
  }

  private func format(_ path: String, tally: inout Tally) {
    let file = FormattedStoryFile(path: path)
    guard let text = file.text else {
      Console.error.report([BrokenFile(path: path, diagnostics: file.diagnostics)])
      tally.leftAlone += 1
      return
    }
    guard file.isChanged else {
      tally.unchanged += 1
      return
    }
    guard !check else {
      Console.output.write("\(path) is not formatted\n")
      tally.changed += 1
      return
    }
    do throws(Diagnostic) {
      try FileReplacement(path).replace(file.source.bytes, with: Array(text.utf8))
      Console.output.write("formatted \(path)\n")
      tally.changed += 1
    } catch {
      Console.error.write("\(path): \(error)\n\n")
      tally.leftAlone += 1
    }
  }

  /// The numbers of changed, unchanged and failed files.
  private struct Tally {
    var changed = 0
    var unchanged = 0
    var leftAlone = 0

    func summary(isCheck: Bool) -> String {
      let all = changed + unchanged + leftAlone
      let parts = [
        changed > 0 ? "\(changed) \(isCheck ? "not formatted" : "formatted")" : nil,
        leftAlone > 0 ? "\(leftAlone) left alone" : nil,
        unchanged > 0 ? "\(unchanged) \(isCheck ? "formatted" : "unchanged")" : nil,
      ]
      return "\(counted(all, "file")): " + parts.compactMap(\.self).joined(separator: ", ")
        + (isCheck && changed > 0 ? "\nRun `scenarios format` to format them." : "")
    }
  }
}
