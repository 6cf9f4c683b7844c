import ScenarioLanguage

/// Reads, plans and chooses stories a few files at a time, so that a run of very many takes no more
/// memory than a run of some.
public actor PlanParts {
  /// Some files' worth of a plan.
  public struct Part: Sendable {
    /// The chosen scenarios, file by file, in the order of each.
    public internal(set) var scenarios: [PlannedScenario] = []

    /// The files with mistakes, none of whose scenarios is run.
    public internal(set) var brokenFiles: [Plan.BrokenFile] = []

    /// What is wrong in the Swift code that defines the steps of the modules that the files name;
    /// where there is anything, nothing of this part can be run.
    public internal(set) var problems: [Vocabulary.Problem] = []

    /// The files of the scenarios, by their paths as they are shown.
    public internal(set) var sources: [String: SourceFile] = [:]

    /// Whether no part follows.
    public internal(set) var isLast = false
  }

  /// A part is complete with so many chosen scenarios.
  ///
  /// Its last ones don't keep all cores busy, so it must not be much less; more takes more memory,
  /// of which there is twice as much where the next part is read while this one runs.
  public static let scenariosAtOnce = 1_000

  private let folder: ScenariosFolder
  private let vocabularies: [Vocabulary]
  private let selection: Selection
  private let jobs: Int
  private var paths: ArraySlice<String>
  private var review = StoryReview()
  private var warnings = 0
  private var checkedModules: Set<String> = []

  /// Takes the stories of a folder.
  ///
  /// - Parameters:
  ///   - finding: Which files there are to read.
  ///   - vocabularies: What the stories of each module can say; only those that the stories name
  ///     are read.
  ///   - selection: Which of the scenarios are meant.
  ///   - jobs: How many files are read side by side.
  public init(
    _ finding: ScenariosFolder.Finding, vocabularies: [Vocabulary], selection: Selection,
    jobs: Int
  ) {
    folder = finding.folder
    paths = finding.paths[...]
    self.vocabularies = vocabularies
    self.selection = selection
    self.jobs = jobs
  }

  /// How many warnings there are on the files so far.
  public var warningCount: Int { warnings + review.found().count }

  /// Reads the next part; `nil` where there is nothing more to read.
  public func next() -> Part? {
    guard !paths.isEmpty else { return nil }
    var part = Part()
    while !paths.isEmpty, part.scenarios.count < Self.scenariosAtOnce {
      let next = paths.prefix(jobs * 2)
      paths.removeFirst(next.count)
      let (folder, vocabularies) = (folder, vocabularies)
      let files = Cores.map(Array(next), jobs: jobs) {
        PlannedFile(folder.read($0), vocabularies: vocabularies)
      }
      for file in files {
        part.problems += problems(of: file.source.file)
        let chosen = selection.select(from: file.scenarios)
        part.scenarios += chosen
        if let broken = file.broken { part.brokenFiles.append(broken) }
        let source = file.source.file.source
        if !chosen.isEmpty { part.sources[source.path] = source }
        warnings += file.warnings.count + review.add(file.source.file).count
      }
    }
    part.isLast = paths.isEmpty
    return part
  }

  /// What is wrong in the modules that a file names and no file named before.
  private func problems(of file: StoryFile) -> [Vocabulary.Problem] {
    let names = file.stories.map(\.module.string).filter { checkedModules.insert($0).inserted }
    return vocabularies.filter { names.contains($0.module) }.flatMap(\.problems)
  }
}
