import ArgumentParser
import Foundation
import ScenarioAuthoring
import ScenarioKit
import ScenarioLanguage
import ScenarioReports
import ScenarioRunning
import ScenarioWorkers

struct StepsCommand<App: ScenariosApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "steps", abstract: "List the sentences that stories can use, with examples.",
      discussion: """
        Examples come from existing stories. The text format also runs the stories, to show the \
        values and the requests of the app. The Markdown format is a guide for authors.
        """)
  }

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, markdown }

  @Argument(help: "The modules whose sentences to list (default: all).") var modules: [String] = []

  @Option(help: "The output format.") var format = Format.text

  @Flag(help: "Show the Swift files and lines where the sentences are defined.")
  var locations = false

  @Option(
    help: .init("The scenarios folder, for examples.", valueName: "folder"),
    transform: PackageFolder.path)
  var folder = Choice.defaultFolder

  func run() throws {
    // Names are checked first, because the stories of a large app run for seconds.
    try App.inWorker { vocabularies, _ in _ = try vocabularies.named(modules) }
    let observed = format == .text ? observedValues() : ObservedValues()
    try App.inWorker { vocabularies, _ in try list(with: vocabularies, observed) }
  }

  private func list(with vocabularies: [Vocabulary], _ observed: ObservedValues) throws {
    let chosen = try vocabularies.named(modules)
    let data = chosen.map { VocabularyData($0) }
    let console = Console.output
    switch format {
    case .text:
      // Without stories there are no examples, which is no error here.
      let guide = VocabularyGuide(
        to: data, usedIn: (try? readFiles()) ?? [], language: .english)
      let list = guide.list(style: console.style, showsLocations: locations, observed)
      console.write(list + ending(for: chosen, observed))
    case .markdown:
      let files = try readFiles()
      for file in files where !file.isRunnable {
        Console.error.report(.note, "\(file.source.path) has errors, so its steps are not counted")
      }
      let language = StoryLanguage.ofPage(
        aboutStoriesIn: Set(files.flatMap(\.stories).map(\.language)), terminal: .terminal)
      console.writeUnchanged(VocabularyGuide(to: data, usedIn: files, language: language).markdown)
    }
    try InputError.check(chosen.flatMap(\.problems))
  }

  private func readFiles() throws -> [StoryFile] { try ScenariosFolder(folder).read().map(\.file) }

  /// Returns the requests of the app, and what the marks in sentences stand for.
  private func ending(for chosen: [Vocabulary], _ observed: ObservedValues) -> String {
    let style = Console.output.style
    var text = ""
    for module in chosen.map(\.module) {
      let requests = observed.requests(in: module)
      guard !requests.isEmpty else { continue }
      text += "\n" + style("requests of module \(module) in its stories", .cyan) + "\n"
      text += requests.map { "  \($0)\n" }.joined()
    }
    let legend = SentenceNotes.legend(
      for: chosen.flatMap(\.sentences.entries).filter(\.isCommonForm).map(\.expression))
    return text + "\n" + legend.map { style($0, .dim) + "\n" }.joined()
  }

  /// Runs all stories and returns the values that the app showed and the requests that it sent.
  ///
  /// Whether the stories pass does not matter here, and neither does a run that is impossible.
  private func observedValues() -> ObservedValues {
    var observed = ObservedValues()
    RealTimeOptions.report()
    let reports = try? StoryReports<App>.forReview(of: [], in: folder, [.details, .shownValues])
    for report in reports ?? [] {
      for shown in report.steps.flatMap(\.shown) {
        observed.add(shown.value.value, of: shown.name, in: report.module)
      }
      for request in report.events.compactMap(\.requestLine) {
        observed.add(request: request, in: report.module)
      }
    }
    return observed
  }
}
