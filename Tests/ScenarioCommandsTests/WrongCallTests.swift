import ScenarioLanguage
import Testing

@Suite("Invalid calls of scenarios")
struct WrongCallTests {
  private static let runUsage = """
    Usage: scenarios run [<options>] [<path[:line]> ...]
      See 'scenarios run --help' for more information.
    """

  private static let languages = StoryLanguage.all.map(\.code).joined(separator: ", ")

  /// Calls in a folder with stories, by their error messages.
  private static let calls: [String: [String]] = [
    """
    error: no scenario has a name that contains "nobody" (8 scenarios searched)
      Run "swift run scenarios list" to see all scenarios.
    """: [
      "run --name nobody", "run --name nobody --in-process", "accept --name nobody --all",
    ],
    #"error: no scenario has tags that match "@none" (8 scenarios searched)"#: [
      "run --tags @none", "run --tags @none --to markdown=report.md --jobs 2",
      "list --tags @none",
    ],
    """
    error: there is no file or folder "Scenarios/none.yaml"
      Run "swift run scenarios list" to see all scenarios.
    """: [
      "run Scenarios/none.yaml", "run Scenarios/none.yaml:7", "watch Scenarios/none.yaml",
      "run Scenarios/facts.yaml Scenarios/none.yaml",
      "run Scenarios/none.yaml Scenarios/facts.yaml", "check Scenarios/none.yaml",
      "check Scenarios/facts.yaml Scenarios/none.yaml",
      "list Scenarios/facts.yaml Scenarios/none.yaml",
      "accept Scenarios/facts.yaml Scenarios/none.yaml --all",
    ],
    """
    error: "other/facts.yaml" is not in the scenarios folder, "Scenarios"
      Move it there, or specify another folder with --folder.
    """: ["run other/facts.yaml"],
    """
    error: "Scenarios/../other/facts.yaml" is not in the scenarios folder, "Scenarios"
      Move it there, or specify another folder with --folder.
    """: ["run Scenarios/../other/facts.yaml"],
    "error: there is no folder \"Scenaros\"\n  Did you mean: Scenarios": ["run --folder Scenaros"],
    """
    warning: there is no run of "mian" to compare with: the history has no branch of this name and \
    no commit that begins with it
    error: no scenario has tags that match "@none" (8 scenarios searched)
    """: ["run --against mian --tags @none"],
    """
    error: Scenarios/facts.yaml:1: no results begin here
      Results are written by "scenarios run --to json=FILE". Run it again, or omit the file.
    """: ["report Scenarios/facts.yaml"],
    """
    error: there is no file or folder "more"
      Did you mean: Scenarios/more
    error: there is no file or folder "facst.yaml"
      Did you mean: Scenarios/facts.yaml:7
      Did you mean: Scenarios/more/facts.yml:7
    error: there is no file or folder "Scenarios/more/facts"
      Did you mean: Scenarios/more/facts.yml
    """: ["run more facst.yaml:7 Scenarios/more/facts"],
    """
    error: there is no story in "Scenarios/more/fixtures": stories are ignored in folders \
    called "fixtures", and where a name begins with a dot
    error: there is no story in "Scenarios/notes": no file in it ends in .yaml or .yml
    """: ["list Scenarios/facts.yaml Scenarios/more/fixtures Scenarios/notes"],
    #"error: there is no story in "Scenarios/notes": no file in it ends in .yaml or .yml"#: [
      "check Scenarios/notes", "format Scenarios/notes/",
    ],
    #"error: "Scenarios/more/fixtures/info.json" is not a story; story files end in .yaml or .yml"#:
      ["run Scenarios/more/fixtures/info.json", "format Scenarios/more/fixtures/info.json"],
    """
    error: there is no file or folder "fixtures/info.json"
      Story files end in .yaml or .yml.
    """: ["run fixtures/info.json"],
    "error: Scenarios/facts.yaml has no line 0 (it has 27)": ["run Scenarios/facts.yaml:0"],
    "error: Scenarios/facts.yaml has no line -3 (it has 27)": ["run Scenarios/facts.yaml:-3"],
    "error: Scenarios/facts.yaml has no line 28 (it has 27)": [
      "run Scenarios/facts.yaml:5 Scenarios/facts.yaml:28:1"
    ],
    """
    error: no scenario in Scenarios/more/facts.yml has a name that contains "nobody" and tags that \
    match "@none" (4 scenarios searched)
      Run "swift run scenarios list" to see all scenarios.
    """: ["run Scenarios/more/facts.yml --tags @none --name nobody"],
    #"error: there is no folder "none""#: ["run --folder none", "check --folder none"],
    #"error: there is no story in "empty": no file in it ends in .yaml or .yml"#: [
      "run --folder empty"
    ],
    """
    error: the tag expression has a problem at column 1:

      (@smoke
      ^
      There is no ")" for this "(".
      Remove the "(", or write a ")" where its group ends.
    """: ["run --tags (@smoke", "watch --tags (@smoke"],
    """
    Error: --tags can only be given once; combine the tags: --tags "(@a) and (@b)"
    Usage: scenarios list [<path[:line]> ...] [--name <text> ...] [--tags <expression> ...] \
    [--folder <folder>]
      See 'scenarios list --help' for more information.
    """: ["list --tags @a --tags @b"],
    "Error: --jobs must be at least 1, not 0\n\(runUsage)": ["run --jobs 0"],
    "Error: --jobs must be at least 1, not -1\n\(runUsage)": ["run --jobs=-1"],
    "Error: --jobs must be at most 1000, not 1001\n\(runUsage)": ["run --jobs 1001"],
    "Error: --repeat must be at most 1000000, not 1000001\n\(runUsage)": ["run --repeat 1000001"],
    """
    Error: The value 'many' is invalid for '--jobs <n>': write a whole number
    Help:  --jobs <n>  The number of worker processes (default: one per core).
    \(runUsage)
    """: ["run --jobs many"],
    "Error: --repeat must be at least 1, not 0\n\(runUsage)": ["run --repeat 0"],
    """
    Error: The value '1.5' is invalid for '--repeat <n>': write a whole number
    Help:  --repeat <n>  Run each scenario n times.
    \(runUsage)
    """: ["run --repeat 1.5"],
    """
    Error: The value 'long' is invalid for '--longest <seconds>': write a number
    Help:  --longest <seconds>  Skip scenarios that need more real time than this (default: 10).
    \(runUsage)
    """: ["run --longest long"],
    """
    Error: The value 'pdf=report.pdf' is invalid for '--to <format=file>': unknown report format "pdf"
      Available formats: junit, messages, github, markdown, json, html; for example, \
    "junit=build/junit.xml".
    Help:  --to <format=file>  Also write a report: junit, messages, github, markdown, json, html.
    \(runUsage)
    """: ["run --to pdf=report.pdf"],
    "Error: --live can't be combined with --to, --against or --newly-broken\n\(runUsage)": [
      "run --live --to markdown=report.md"
    ],
    """
    Error: --live can't be combined with --jobs, --repeat, --check-determinism or --in-process
    \(runUsage)
    """: ["run --live --repeat 2"],
    "Error: --longest needs --real-time\n\(runUsage)": ["run --longest 5"],
    "Error: --times needs --shard\n\(runUsage)": ["run --times t.json"],
    """
    note: scenarios run in real time, for at most 10 s each
    error: this needs story time, and real time was asked for
    """: ["run --real-time --in-process", "run --real-time --check-determinism"],
    """
    error: a report can't be written to "Scenarios/facts.yaml": story files end in .yaml or .yml
      Choose another file name.
    """: ["run --to html=Scenarios/facts.yaml"],
    #"error: there is no file "none.ndjson""#: ["report none.ndjson"],
    """
    Error: --all can't be combined with --dry-run
    Usage: scenarios accept [<path[:line]> ...] [--name <text> ...] [--tags <expression> ...] \
    [--folder <folder>] [--memory <size>] [--real-time] [--longest <seconds>] [--all] [--dry-run]
      See 'scenarios accept --help' for more information.
    """: ["accept --all --dry-run"],
    "Error: Unknown option '--junit'. Did you mean '--to junit=FILE'?\n\(runUsage)": [
      "run --junit"
    ],
    "Error: Unknown option '--grep'\n\(runUsage)": ["run --grep facts"],
    "Error: Unknown option '--filter'. Did you mean '--name'?\n\(runUsage)": ["run --filter facts"],
    """
    Error: Unknown option '--filter'
    Usage: scenarios steps [<modules> ...] [--format <format>] [--locations] [--folder <folder>]
      See 'scenarios steps --help' for more information.
    """: ["steps --filter facts"],
    "Error: Unknown option '--nmae'. Did you mean '--name'?\n\(runUsage)": ["run --nmae facts"],
    """
    Error: Unexpected argument 'rnu'
    Usage: scenarios <subcommand>
      See 'scenarios --help' for more information.
    Did you mean: run
    """: ["rnu"],
    "error: there is no module \"facs\"\n  Did you mean: facts": ["steps facs", "new facs"],
    "error: there is no module \"quarks\"\n  Known modules: facts, feeds, links, users, users interactor, analytics, analytics controller, posts, comments, sign-in, search":
      ["steps quarks"],
    """
    error: a file exists at "Scenarios/facts.yaml" already
      Choose another name, or omit it to use the next free one.
    """: ["new facts Scenarios/facts.yaml"],
    "error: \"Scenarios/facts.txt\" would not be found\n  Story files end in .yaml or .yml.": [
      "new facts Scenarios/facts.txt"
    ],
    """
    error: "elsewhere/facts.yaml" is not in the scenarios folder, "Scenarios"
      Write it there, or specify another folder with --folder.
    """: ["new facts elsewhere/facts.yaml"],
    """
    error: "Scenarios/fixtures/facts.yaml" would not be found
      Folders called "fixtures" and names that begin with a dot are ignored.
    """: ["new facts Scenarios/fixtures/facts.yaml"],
    "error: stories do not support the language \"la\" yet\n  Supported languages: \(languages)": [
      "new facts --language la"
    ],
    #"error: the file "no/such/folder/schema.json" can't be written"#: [
      "schema -o no/such/folder/schema.json"
    ],
  ]

  @Test(arguments: calls.flatMap { message, calls in calls.map { ($0, message) } })
  func `an invalid call prints an error and exits with status 2`(call: String, message: String)
    async throws
  {
    try await expectRefusal(of: call, with: .equals(message + "\n"))
  }

  @Test(
    arguments: [
      ("history --limit 0", "--limit must be at least 1, not 0\n"),
      ("run --no-history --against main", "--no-history can't be combined with --against\n"),
      ("explore --seconds=0", "--seconds must be above 0, but it is 0"),
      ("explore --jobs=0", "--jobs must be at least 1, but it is 0\n"),
      ("explore --journeys=-1", "--journeys must be at least 0, but it is -1\n"),
      ("explore --real-time", "Unknown option '--real-time'\n"),
      ("strengthen --seconds=0", "--seconds must be above 0, but it is 0"),
      ("strengthen --jobs=0", "--jobs must be at least 1, but it is 0\n"),
      (
        "strengthen Scenarios/facts.yaml:4",
        "strengthen searches whole files, but Scenarios/facts.yaml:4"
      ),
      ("run --real-time --longest 0", "--longest must be above 0"),
      ("run --shard 1/2 --live", "--shard can't be combined with --live"),
      ("run --shard 1/2 --newly-broken", "--shard can't be combined with --newly-broken"),
      ("run --shard 1/2 --against main", "--shard can't be combined with --newly-broken"),
      ("run --shard 3/2", "--shard 3/2: the parts are numbered from 1 to 2"),
      ("record", "Missing expected argument '--server <url> ...'\n"),
      ("report", "Missing expected argument '<results> ...'\n"),
    ] as [(String, String)])
  func `an invalid call prints an error before its usage and exits with status 2`(
    call: String, message: String
  ) async throws {
    try await expectRefusal(of: call, with: .contains("rror: " + message))
  }

  private func expectRefusal(of call: String, with errors: TextCondition) async throws {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.story, "other/facts.yaml": FactsFiles.story,
      "Scenarios/more/facts.yml": FactsFiles.story, "Scenarios/more/fixtures/info.json": "{}",
      "Scenarios/more/fixtures/list.yaml": "[]", "Scenarios/notes/notes.txt": "No story.",
      "empty/notes.txt": "No story.",
    ])
    try await folder.call(call.split(separator: " ").map(String.init)).expect(
      2, output: "", errors: errors)
    #expect(try folder.text(of: FactsFiles.path) == FactsFiles.story)
  }

  @Test(arguments: [
    ("--tags", "--tags needs an expression, but it is empty"),
    ("--name", "--name needs a text, but it is empty"),
    ("--against", "--against needs the name of a branch or commit, but it is empty"),
  ])
  func `an empty text chooses nothing`(option: String, message: String) async throws {
    try await StoriesFolder.facts().call(["run", option, ""]).expect(
      2, errors: "Error: \(message)\n\(Self.runUsage)\n")
  }

  @Test(arguments: ["run", "format"])
  func `a command in a folder without scenarios exits with status 2`(command: String) async throws {
    try await StoriesFolder().call(command).expect(
      2, output: "", errors: "error: there is no folder \"Scenarios\"\n")
  }

  @Test(arguments: [[], ["--help"], ["-h"], ["help"]])
  func `no arguments and help print the overview`(arguments: [String]) async throws {
    try await StoriesFolder().call(arguments).expect(
      0,
      output: """
        OVERVIEW: Run user stories against the app in simulated time.

        USAGE: scenarios <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        SUBCOMMANDS:
          run                     Run scenarios and report failures.
          watch                   Run scenarios, and run those affected by a saved file
                                  again.
          check                   Validate stories without running them.
          explore                 Search for failing scenarios that no story has.
          strengthen              Search for values that stories give but do not check.
          accept                  Update expected values in stories to match the app's
                                  current output.
          record                  Record the answers of a real server as fixtures of a
                                  story.
          format                  Format stories in a consistent layout without
                                  changing their meaning.
          new                     Create a first story for a module, with explanatory
                                  comments.
          import                  Convert features in Gherkin to stories.
          list                    List scenarios without running them.
          steps                   List the sentences that stories can use, with
                                  examples.
          report                  Compare a run with an earlier one and write reports.
          history                 Show earlier runs, or the results of a scenario in
                                  them.
          schema                  Write a JSON Schema, with which editors validate and
                                  complete stories.
          language-server         Serve editors on standard input and output, with the
                                  Language Server Protocol.
          mcp                     Serve assistants on standard input and output, with
                                  the Model Context Protocol.
          studio                  Read, write and try stories on a page in the browser.

          See 'scenarios help <subcommand>' for detailed help.

        """, errors: "")
  }

  @Test(arguments: ["explore", "strengthen"])
  func `the help of a search has each default once, and all that fails with --strict`(
    command: String
  ) async throws {
    let help = try await StoriesFolder().call(command, "--help").output
      .replacing(/\s+/, with: " ")
    #expect(help.contains("run scenarios (default: one for each core). --format <format>"))
    #expect(help.contains(/--strict Fail [^.]* if a scenario fails or nothing was tried\./))
  }

  @Test func `scenarios run --help prints the help of run`() async throws {
    try await StoriesFolder().call("run", "--help").expect(
      0,
      output: .begins(
        """
        OVERVIEW: Run scenarios and report failures.

        Scenarios run in worker processes, so that a crash of the app does not affect
        the rest of the run. By default a worker runs many scenarios, and each one that
        does not pass runs again in a separate process, whose verdict counts. With
        --isolate every scenario has a process of its own, so that scenarios can't
        affect each other; recommended on CI.

        Exit status: 0 if all scenarios passed, 1 if one failed or is undefined, with
        --strict also if there are notes or warnings or nothing ran, 2 if a story or
        the arguments are wrong, 128 plus the signal number if the run was interrupted.

        """))
  }
}
