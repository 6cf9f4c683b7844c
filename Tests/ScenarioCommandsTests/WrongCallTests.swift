import Testing

@Suite("Invalid calls of scenarios")
struct WrongCallTests {
  private static let runUsage = """
    Usage: scenarios run [<options>] [<path[:line]> ...]
      See 'scenarios run --help' for more information.
    """

  /// The calls in a folder with stories, and their error messages.
  private static let calls: [(String, String)] = [
    (
      "run --name nobody",
      #"error: no scenario was chosen by the name "nobody" of the 8 there are"#
    ),
    (
      "run --tags @none",
      #"error: no scenario was chosen by the tags "@none" of the 8 there are"#
    ),
    (
      "list --tags @none",
      #"error: no scenario was chosen by the tags "@none" of the 8 there are"#
    ),
    (
      "run Scenarios/none.yaml",
      """
      error: there is no file or folder "Scenarios/none.yaml"
        "scenarios list" shows what there is.
      """
    ),
    (
      "run Scenarios/none.yaml:7",
      """
      error: there is no file or folder "Scenarios/none.yaml"
        "scenarios list" shows what there is.
      """
    ),
    (
      "run other/facts.yaml",
      #"error: "other/facts.yaml" is not in the folder of scenarios, "Scenarios""#
    ),
    (
      "run Scenarios/../other/facts.yaml",
      #"error: "Scenarios/../other/facts.yaml" is not in the folder of scenarios, "Scenarios""#
    ),
    (
      "run more facst.yaml:7 Scenarios/more/facts",
      """
      error: there is no file or folder "more"
        Did you mean: Scenarios/more
      error: there is no file or folder "facst.yaml"
        Did you mean: Scenarios/facts.yaml:7
        Did you mean: Scenarios/more/facts.yml:7
      error: there is no file or folder "Scenarios/more/facts"
        Did you mean: Scenarios/more/facts.yml
      """
    ),
    (
      "list Scenarios/facts.yaml Scenarios/more/fixtures Scenarios/notes",
      """
      error: there is no story in "Scenarios/more/fixtures": nobody looks for stories in folders \
      called "fixtures", or where a name begins with a dot
      error: there is no story in "Scenarios/notes": no file in it ends in .yaml or .yml
      """
    ),
    (
      "run Scenarios/more/fixtures/info.json",
      #"error: "Scenarios/more/fixtures/info.json" is no story; stories end in .yaml or .yml"#
    ),
    (
      "run fixtures/info.json",
      """
      error: there is no file or folder "fixtures/info.json"
        Stories end in .yaml or .yml.
      """
    ),
    ("run Scenarios/facts.yaml:0", "error: Scenarios/facts.yaml has no line 0 (it has 27)"),
    ("run Scenarios/facts.yaml:-3", "error: Scenarios/facts.yaml has no line -3 (it has 27)"),
    (
      "run Scenarios/facts.yaml:5 Scenarios/facts.yaml:28:1",
      "error: Scenarios/facts.yaml has no line 28 (it has 27)"
    ),
    (
      "run Scenarios/more/facts.yml --tags @none --name nobody",
      #"error: no scenario was chosen by the name "nobody" and the tags "@none" of the 4 in Scenarios/more/facts.yml"#
    ),
    (
      "run --folder none",
      #"error: there is no folder "none" to look for stories in"#
    ),
    (
      "run --folder empty",
      #"error: there is no story in "empty": no file in it ends in .yaml or .yml"#
    ),
    (
      "run --tags (@smoke",
      """
      error: This tag expression has a problem at column 1:

        (@smoke
        ^
        There is no ")" for this "(".
        Remove the "(", or write a ")" where its group ends.
      """
    ),
    ("run --jobs 0", "Error: --jobs takes a number from 1, not 0\n\(runUsage)"),
    ("run --jobs=-1", "Error: --jobs takes a number from 1, not -1\n\(runUsage)"),
    (
      "run --jobs many",
      """
      Error: The value 'many' is invalid for '--jobs <n>'
      Help:  --jobs <n>  The number of worker processes; one for each core by default.
      \(runUsage)
      """
    ),
    ("run --repeat 0", "Error: --repeat takes a number from 1, not 0\n\(runUsage)"),
    (
      "run --repeat 1.5",
      """
      Error: The value '1.5' is invalid for '--repeat <n>'
      Help:  --repeat <n>  Run each scenario n times.
      \(runUsage)
      """
    ),
    (
      "run --to pdf=report.pdf",
      """
      Error: The value 'pdf=report.pdf' is invalid for '--to <format=file>': there is no format "pdf"
        The formats are junit, messages, github, markdown, tap, json, html; write one as \
      "junit=build/junit.xml".
      Help:  --to <format=file>  Also write a report: junit, messages, github, markdown, tap, json, html.
      \(runUsage)
      """
    ),
    (
      "run --live --to tap=report.tap",
      "Error: --live writes no reports and compares with no earlier run\n\(runUsage)"
    ),
    ("report none.ndjson", #"error: there is no file "none.ndjson" that can be read"#),
    (
      "accept --all --dry-run",
      """
      Error: --all changes stories, --dry-run does not
      Usage: scenarios accept [<path[:line]> ...] [--name <text>] [--tags <expression>] \
      [--folder <folder>] [--memory <size>] [--all] [--dry-run]
        See 'scenarios accept --help' for more information.
      """
    ),
    ("run --nmae facts", "Error: Unknown option '--nmae'. Did you mean '--name'?\n\(runUsage)"),
    (
      "rnu",
      """
      Error: Unexpected argument 'rnu'
      Usage: scenarios <subcommand>
        See 'scenarios --help' for more information.
      """
    ),
    ("steps facs", "error: there is no module \"facs\"\n  Did you mean: facts"),
    (
      "steps quarks",
      "error: there is no module \"quarks\"\n  Known modules: facts, feeds, links, users, users interactor, analytics, analytics controller, posts"
    ),
  ]

  @Test(arguments: calls)
  func `an invalid call prints an error and exits with status 2`(arguments: String, message: String)
    async throws
  {
    let folder = try StoriesFolder([
      FactsFiles.path: FactsFiles.story, "other/facts.yaml": FactsFiles.story,
      "Scenarios/more/facts.yml": FactsFiles.story, "Scenarios/more/fixtures/info.json": "{}",
      "Scenarios/more/fixtures/list.yaml": "[]", "Scenarios/notes/notes.txt": "No story.",
      "empty/notes.txt": "No story.",
    ])
    let call = try await folder.call(arguments.split(separator: " ").map(String.init))
    #expect(call.errors == message + "\n")
    #expect(call.output == "")
    #expect(call.status == 2)
  }

  @Test func `scenarios run in a folder without scenarios exits with status 2`() async throws {
    let call = try await StoriesFolder().call("run")
    #expect(call.errors == "error: there is no folder \"Scenarios\" to look for stories in\n")
    #expect(call.output == "")
    #expect(call.status == 2)
  }

  @Test(arguments: [[], ["--help"], ["-h"], ["help"]])
  func `a call without arguments or with help prints the overview`(arguments: [String]) async throws
  {
    let call = try await StoriesFolder().call(arguments)
    #expect(
      call.output == """
        OVERVIEW: Runs user stories against the app, in story time.

        USAGE: scenarios <subcommand>

        OPTIONS:
          -h, --help              Show help information.

        SUBCOMMANDS:
          run                     Run scenarios and report failures.
          watch                   Runs scenarios, and again whatever a saved file
                                  affects.
          check                   Tells what is wrong or looks wrong in stories,
                                  without running them.
          accept                  Makes stories say what the app shows now, after a
                                  change that was meant.
          format                  Gives all stories one layout, and changes nothing
                                  else.
          new                     Writes a first story for a module, with explanations.
          list                    Lists scenarios without running them.
          steps                   Lists what stories can say, and where each sentence
                                  is defined.
          report                  Compares a run with an earlier one, and writes
                                  reports of it.
          history                 Shows earlier runs, or what became of a scenario in
                                  them.
          schema                  Writes a JSON Schema, by which editors check and
                                  complete stories.

          See 'scenarios help <subcommand>' for detailed help.

        """)
    #expect(call.errors == "")
    #expect(call.status == 0)
  }

  @Test func `scenarios run --help prints the help of run`() async throws {
    let call = try await StoriesFolder().call("run", "--help")
    #expect(
      call.output.hasPrefix(
        """
        OVERVIEW: Run scenarios and report failures.

        Scenarios run in worker processes, which an app may crash without harm to the
        rest of the run. By default a worker runs many scenarios, and each that does
        not pass there runs again in a process of its own, whose verdict counts. With
        --isolate every scenario has a process of its own, so that nothing of one can
        reach another: recommended on CI.

        Exit status: 0 if all scenarios passed, 1 if one failed, 2 if a story or the
        call is wrong, 128 and the number of the signal if the run was interrupted.

        """))
    #expect(call.status == 0)
  }
}
