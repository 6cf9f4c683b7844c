import Foundation
import ScenarioLanguage
import Testing

@Suite("scenarios new")
struct NewStoryTests {
  @Test func `scenarios new writes a runnable story modelled on an existing one`() async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call("new", "facts")
    #expect(
      call.output == """
        Scenarios/facts/facts.yaml
        Run it with: swift run scenarios run Scenarios/facts/facts.yaml

        """)
    #expect(call.errors == "")
    #expect(call.status == 0)
    #expect(
      try folder.text(of: "Scenarios/facts/facts.yaml") == """
        # A story describes the expected behaviour of one part of the app in scenarios.
        # Run it: swift run scenarios run Scenarios/facts/facts.yaml
        # Available steps: swift run scenarios steps facts
        story: A new story
        module: facts

        scenarios:
          # "given" prepares, "when" acts, "then" checks: each is a sentence or a list of sentences.
          # Data follows a colon after the sentence.
          # Expected values are compared key by key; keys that you leave out can have any value.
          # !any, !absent, !contains x, !not x and others match more than one exact value.
          - scenario: The screen appears
            when:
              - the screen appears
            then:
              - the screen shows: { state: initial }

            # Each of these scenarios continues where the outer scenario ends.
            scenarios:
              # Time words precede checks and take no real time:
              #   eventually: …   within 2 s: …   after 100 ms: …   for 5 s: …   never within 5 s: …
              - scenario: Tapping details before anything is loaded does nothing
                when:
                  - the reader taps "Show details"
                then:
                  - the details screen did not open

        """)
    #expect(try await folder.call("run", "Scenarios/facts/facts.yaml").status == 0)
    #expect(try await folder.call("new", "facts").output.hasPrefix("Scenarios/facts/facts-2.yaml"))
  }

  @Test func `the first story of each module passes as it is`() async throws {
    let folder = try StoriesFolder([:])
    let modules = [
      "analytics", "analytics controller", "comments", "facts", "feeds", "links", "posts", "search",
      "sign-in", "users", "users interactor",
    ]
    for module in modules {
      let call = try await folder.call("new", module)
      #expect(call.status == 0, "\(call.errors)")
    }
    // With an answer that is made up.
    for language in ["de", "es", "fr", "ru"] {
      let path = "Scenarios/users/\(language).yaml"
      #expect(try await folder.call("new", "users", path, "--language", language).status == 0)
    }
    let run = try await folder.call("run", "--no-history")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("30 scenarios: 30 passed"), "\(run.output)")
  }

  @Test func `scenarios new writes a story with the keywords of another language`() async throws {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call("new", "facts", "Scenarios/neu.yaml", "--language", "de")
    #expect(call.status == 0)
    #expect(
      try folder.text(of: "Scenarios/neu.yaml") == """
        # Eine Geschichte sagt in Szenarien, was von einem Teil der App erwartet wird.
        # Ausführen: swift run scenarios run Scenarios/neu.yaml
        # Was sie sagen kann: swift run scenarios steps facts
        Geschichte: Eine neue Geschichte
        Modul: facts

        Szenarien:
          # „angenommen“ bereitet vor, „wenn“ handelt, „dann“ prüft: je ein Satz oder eine Liste von Sätzen.
          # Daten stehen hinter dem Doppelpunkt eines Satzes.
          # Erwartetes wird Schlüssel für Schlüssel verglichen; was fehlt, darf beliebig sein.
          # !any, !absent, !contains x, !not x und andere sagen „nicht genau das“.
          - Szenario: The screen appears
            wenn:
              - the screen appears
            dann:
              - the screen shows: { state: initial }

            # Diese Szenarien setzen jeweils dort fort, wo das umgebende endet.
            Szenarien:
              # Zeitangaben stehen vor Prüfungen und kosten keine echte Zeit:
              #   schließlich: …   innerhalb von 2 s: …   nach 100 ms: …   für 5 s: …   nie innerhalb von 5 s: …
              - Szenario: Tapping details before anything is loaded does nothing
                wenn:
                  - the reader taps "Show details"
                dann:
                  - the details screen did not open

        """)
    #expect(try await folder.call("run", "Scenarios/neu.yaml").status == 0)
  }

  @Test(arguments: [
    (
      "de", "der Server beantwortet GET https://info-example.com/get_info",
      "es wurde 1 Anfrage gesendet"
    ),
    ("fr", "le serveur répond à GET https://info-example.com/get_info", "1 requête a été envoyée"),
    ("es", "el servidor responde a GET https://info-example.com/get_info", "se envió 1 solicitud"),
    ("ru", "сервер отвечает GET https://info-example.com/get_info", "было 1 запрос"),
  ])
  func `scenarios new translates the sentences about the server and never takes another language`(
    language: String, given: String, then: String
  ) async throws {
    let folder = try StoriesFolder([
      "Scenarios/ru.yaml": """
      история: Факты
      модуль: facts
      сценарии:
        - сценарий: Экран
          когда: экран появляется
          тогда: запросов не было
      """,
      "Scenarios/en.yaml": """
      story: Facts
      module: facts
      scenarios:
        - scenario: The screen appears and sends something
          given: { the server answers GET https://info-example.com/get_info: { status: 200 } }
          when:
            - the screen appears
            - the reader taps "Load a useful fact"
          then: 1 request was sent
      """,
    ])
    if language == "ru" { try folder.write("story: none", to: "Scenarios/ru.yaml") }
    #expect(
      try await folder.call("new", "facts", "Scenarios/new.yaml", "--language", language).status
        == 0)
    let text = try folder.text(of: "Scenarios/new.yaml")
    #expect(text.contains("- \(given): { status: 200 }\n"))
    #expect(text.contains("- \(then)\n"))
    #expect(try await folder.call("check", "Scenarios/new.yaml").status == 0)
  }

  @Test func `scenarios new builds a story from step definitions when no story exists`()
    async throws
  {
    let folder = try StoriesFolder()
    let call = try await folder.call("new", "analytics controller", "--language", "ru")
    #expect(
      call.output == """
        Scenarios/analytics-controller/analytics-controller.yaml
        Run it with: swift run scenarios run Scenarios/analytics-controller/analytics-controller.yaml

        """)
    let text = try folder.text(of: "Scenarios/analytics-controller/analytics-controller.yaml")
    #expect(
      text.split(separator: "\n").filter { !$0.contains("#") }.joined(separator: "\n") == """
        история: Новая история
        модуль: analytics controller
        сценарии:
          - сценарий: Что-то происходит
            когда:
              - the screen loads
            тогда:
              - the button says: !any
            сценарии:
              - сценарий: Продолжение
                тогда:
                  - в итоге: { the button says: !any }
        """)
    #expect(try await folder.call("run").status == 0)
  }

  @Test(arguments: [
    (
      ["fcats"],
      "error: there is no module \"fcats\"\n  Did you mean: facts\n"
    ),
    (
      ["facts", "Scenarios/facts.yaml"],
      "error: a file exists at \"Scenarios/facts.yaml\" already\n"
        + "  Choose another name, or omit it to use the next free one.\n"
    ),
    (
      ["facts", "Scenarios/facts.txt"],
      "error: \"Scenarios/facts.txt\" would not be found\n"
        + "  Story files end in .yaml or .yml.\n"
    ),
    (
      ["facts", "elsewhere/facts.yaml"],
      "error: \"elsewhere/facts.yaml\" is not in the scenarios folder, \"Scenarios\"\n"
        + "  Write it there, or specify another folder with --folder.\n"
    ),
    (
      ["facts", "Scenarios/fixtures/facts.yaml"],
      "error: \"Scenarios/fixtures/facts.yaml\" would not be found\n"
        + "  Folders called \"fixtures\" and names that begin with a dot are ignored.\n"
    ),
    (
      ["facts", "--language", "la"],
      "error: stories do not support the language \"la\" yet\n"
        + "  Supported languages: \(StoryLanguage.all.map(\.code).joined(separator: ", "))\n"
    ),
  ])
  func `scenarios new reports why it cannot write a story`(arguments: [String], message: String)
    async throws
  {
    let folder = try StoriesFolder([FactsFiles.path: FactsFiles.story])
    let call = try await folder.call(["new"] + arguments)
    #expect(call.errors == message)
    #expect(call.output == "")
    #expect(call.status == 2)
    #expect(try folder.text(of: FactsFiles.path) == FactsFiles.story)
  }
}
