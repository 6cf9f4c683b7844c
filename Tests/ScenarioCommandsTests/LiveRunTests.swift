import Testing

@Suite("scenarios run --live")
struct LiveRunTests {
  private static let story = """
    story: Interesting facts
    module: facts
    clock: 2021-09-27T12:07:24Z
    scenarios:
      - scenario: Loading succeeds
        tags: [live]
        given:
          the server answers GET https://info-example.com/get_info:
            after: 20 ms
            json:
              infoText: A fact
              identifier: 7
              creationDate: "2021-09-22T10:32:36.917"
        when:
          - the screen appears
          - the reader taps "Load a useful fact"
        then:
          - eventually: { the screen shows: { infoText: A fact, timeAgoText: 5 days ago } }
      - scenario: Only in story time
        when: the screen appears
        then: { the screen shows: { state: initial } }

    """

  @Test
  func `scenarios run --live runs tagged scenarios over HTTP and compares them`() async throws {
    let call = try await StoriesFolder.facts(Self.story).call("run", "--live")
    #expect(
      call.outputWithoutTimes == """
        Live, over HTTP on this machine

        Interesting facts   Scenarios/facts.yaml
          ✔ Loading succeeds   TIME

        1 scenario: 1 passed   (TIME, story time TIME)
        All live scenarios matched their simulated outcome.

        """)
    call.expect(0, errors: "")
  }

  @Test func `scenarios run --live answers an app with a URLSession of its own`() async throws {
    let folder = try StoriesFolder([
      "Scenarios/search.yaml": """
      story: Searching
      module: search
      scenarios:
        - scenario: The server has moved
          tags: [live]
          given:
            - the server answers GET https://search.example.com/articles?q=dune:
                { status: 302, headers: { Location: https://elsewhere.example/all } }
            - the server answers GET https://elsewhere.example/all: { json: [Dune] }
          when: { the reader searches for: dune }
          then:
            - eventually: { the found titles are: [Dune] }
            - the requests were:
                - GET https://search.example.com/articles?q=dune
                - GET https://elsewhere.example/all
      """
    ])
    let home = ["CFFIXED_USER_HOME": folder.url.path, "HOME": folder.url.path]
    try await folder.call(["run", "--live"], environment: home).expect(
      0, output: .contains("All live scenarios matched"))
    let story = try folder.text(of: "Scenarios/search.yaml")
    try folder.write(
      story.replacing("elsewhere.example/all: { json: [Dune] }", with: "other.example: {}"),
      to: "Scenarios/search.yaml")
    try await folder.call(["run", "--live"], environment: home).expect(
      1,
      output: .contains(
        "the app sent GET https://elsewhere.example/all, but no answer is defined for it"))
  }

  @Test func `a live run changes no settings of the user`() async throws {
    try await StoriesFolder.story(
      """
        - scenario: Recent searches
          tags: [live]
          given: { the app has saved the settings: { recentSearches: [dune] } }
          then: { the recent searches are: [dune] }
      """, for: "search"
    ).call("run", "--live").expect(
      2, output: .contains("a live run has the settings and files of the user"),
      .contains("Remove the tag \"live\" of this scenario."))
  }

  @Test(arguments: [[], ["--no-history"], ["--isolate"]])
  func `scenarios run --live fails when a live scenario fails`(arguments: [String]) async throws {
    let story = Self.story.replacing(
      "eventually: { the screen shows: { infoText: A fact,",
      with: "within 300 ms: { the screen shows: { infoText: A lie,")
    try await StoriesFolder.facts(story).call(["run", "--live"] + arguments).expect(
      1, output: .contains("\n1 scenario: 1 failed "), .lacks("matched"))
  }

  @Test
  func `scenarios run --live fails when no selected scenario has the live tag`() async throws {
    try await StoriesFolder.facts(Self.story).call("run", "--live", "--name", "only").expect(
      2,
      errors: """
        error: no selected scenario has the tag @live
          Add it to those to run live: "tags: [live]".

        """)
  }

  @Test func `scenarios run --live compares nothing when every scenario is skipped`() async throws {
    let story = Self.story.replacing("tags: [live]", with: "tags: [live]\n    skip: later")
    let call = try await StoriesFolder.facts(story).call("run", "--live")
    #expect(
      call.outputWithoutTimes == """
        Live, over HTTP on this machine

        Interesting facts   Scenarios/facts.yaml
          ↷ Loading succeeds   skipped: later

        1 scenario: 1 skipped   (TIME, story time TIME)
        No scenario ran, so nothing was compared.

        """)
    call.expect(0)
  }

  @Test func `a live server can refuse a connection after a delay`() async throws {
    let story = """
      story: Interesting facts
      module: facts
      scenarios:
        - scenario: Loading fails
          tags: [live]
          given:
            the server fails GET https://info-example.com/get_info:
              error: cannot connect to host
              after: 20 ms
          when:
            - the screen appears
            - the reader taps "Load a useful fact"
          then:
            - eventually: an error alert was shown 1 time
            - the screen showed: [initial, loading, initial]

      """
    try await StoriesFolder.facts(story).call("run", "--live").expect(
      0, output: .contains("\n1 scenario: 1 passed "))
  }

  @Test func `scenarios run --live rejects server failures it cannot produce`() async throws {
    let story = """
      story: Interesting facts
      module: facts
      tags: [live]
      background:
        given:
          the server answers GET https://info-example.com/get_info:
            - { text: "" }
            - { fails: connection lost }
      scenarios:
        - scenario: Loading fails
          given:
            the server fails GET https://info-example.com/other: { error: timed out, after: 30 s }
          when: the screen appears
        - scenario: Loading fails again
          when: the screen appears

      """
    let folder = try StoriesFolder([
      "Scenarios/facts.yaml": Self.story, "Scenarios/failing-facts.yaml": story,
    ])
    let call = try await folder.call("run", "--live")
    #expect(
      call.outputWithoutTimes == """
        Live, over HTTP on this machine

        Interesting facts   Scenarios/facts.yaml
          ✔ Loading succeeds   TIME

        Scenarios/failing-facts.yaml:6:5: error: "connection lost" can't occur in a live scenario
          6 |     the server answers GET https://info-example.com/get_info:
            |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          Remove the tag @live; in live scenarios the server can only fail with "cannot connect to host", "never answers" or "bad status".

        Scenarios/failing-facts.yaml:12:7: error: "timed out" can't occur in a live scenario
          12 |       the server fails GET https://info-example.com/other: { error: timed out, after: 30 s }
             |       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          Remove the tag @live; in live scenarios the server can only fail with "cannot connect to host", "never answers" or "bad status".

        1 scenario: 1 passed, 1 file with errors   (TIME, story time TIME)

        """)
    call.expect(2)
    let alone = try await folder.call("run", "--live", "Scenarios/failing-facts.yaml")
    alone.expect(
      2,
      output: .begins(
        "Scenarios/failing-facts.yaml:6:5: error: \"connection lost\" can't occur in a live scenario\n"
      ))
    #expect(
      alone.outputWithoutTimes.hasSuffix(
        "\n0 scenarios, 1 file with errors   (TIME, story time TIME)\n"))
  }
}
