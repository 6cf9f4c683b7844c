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
    let observed = format == .text ? observedValues() : ObservedValues()
    try App.inWorker { vocabularies, _ in try list(with: vocabularies, observed) }
  }

  private func list(with vocabularies: [Vocabulary], _ observed: ObservedValues) throws {
    let chosen = try vocabularies.named(modules)
    let console = Console.output
    switch format {
    case .text: console.write(text(for: chosen, observed))
    case .markdown: console.writeUnchanged(try guide(to: chosen).markdown)
    }
    try InputError.check(chosen.flatMap(\.problems))
  }

  private func guide(to chosen: [Vocabulary]) throws -> VocabularyGuide {
    let files = try ScenariosFolder(folder).read().map(\.file)
    for file in files where !file.isRunnable {
      Console.error.report(.note, "\(file.source.path) has errors, so its steps are not counted")
    }
    return VocabularyGuide(
      to: chosen.map { VocabularyData($0) },
      uses: SentenceUses(in: files, vocabularies: chosen.map(\.sentences)),
      language: .ofPage(
        aboutStoriesIn: Set(files.flatMap(\.stories).map(\.language)),
        terminal: .ofTerminal(ProcessInfo.processInfo.environment)))
  }

  // MARK: - Text

  private func text(for chosen: [Vocabulary], _ observed: ObservedValues) -> String {
    let style = Console.output.style
    // Without stories there are no examples, which is no error here.
    let files = (try? ScenariosFolder(folder).read().map(\.file)) ?? []
    let sentences = chosen.map(\.sentences)
    let notes = SentenceNotes(
      uses: SentenceUses(in: files, vocabularies: sentences), observed: observed)
    var text = StepList(style: style, showsLocations: locations).text(for: sentences) {
      notes.lines(on: $0, in: $1)
    }
    for vocabulary in chosen {
      let requests = observed.requests(in: vocabulary.module)
      guard !requests.isEmpty else { continue }
      text += "\n" + style("requests of module \(vocabulary.module) in its stories", .cyan) + "\n"
      text += requests.map { "  \($0)\n" }.joined()
    }
    let legend = SentenceNotes.legend(
      for: sentences.flatMap(\.entries).filter(\.isCommonForm).map(\.expression))
    return text + "\n" + legend.map { style($0, .dim) + "\n" }.joined()
  }

  /// Runs all stories and returns the values that the app showed and the requests that it sent.
  ///
  /// Whether the stories pass does not matter here, and neither does a run that is impossible.
  private func observedValues() -> ObservedValues {
    var observed = ObservedValues()
    RealTimeOptions.report()
    let finding = ScenariosFolder(folder).find([])
    guard finding.problems.isEmpty else { return observed }
    var run = StoryRun(of: finding.paths, in: finding.folder, selection: Selection())
    run.job.contents = [.details, .shownValues]
    guard var results = try? run.results(of: App.self) else { return observed }
    for report in results.rest() {
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
