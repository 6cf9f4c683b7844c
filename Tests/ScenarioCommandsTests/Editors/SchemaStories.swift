/// Stories that the JSON schema must accept or reject, by their paths.
enum SchemaStories {
  private static func facts(_ scenario: String, head: String = "") -> String {
    let indented = scenario.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return "story: Facts\nmodule: facts\n\(head)scenarios:\n  - scenario: It appears\n\(indented)\n"
  }

  private static func files(_ texts: [String: String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: texts.map { name, text in ("Scenarios/\(name).yaml", text) })
  }

  static let good = files([
    "time words": facts(
      """
      steps:
        - when: the screen appears
        - then: { the screen shows: { state: initial } }
        - eventually: { the screen shows: { state: !not loading } }
        - within 1 min 30 s: no requests were sent
        - never within 0.5 s:
            - an error alert was shown 1 time
            - 2 requests were sent
        - and: no error alert was shown
        - 100 ms pass
        - for 2s: no error alert was shown
        - but: no requests were sent
      """),
    "examples": facts(
      """
      when: the reader <does> "<label>"
      then: <count> requests were sent
      examples:
        - { does: taps, label: Close, count: 0 }
      """),
    "given before steps": facts(
      """
      given: { the server fails GET https://a.example/: bad status 404 }
      steps:
        - when: the screen appears
        - then: no requests were sent
      """),
    "pauses": facts(
      """
      given: 1 s pass
      when: [the screen appears, 1 s pass]
      then: [no requests were sent, 1 s pass]
      """),
    "a table": facts(
      """
      when: the reader taps "<label>"
      then: no requests were sent
      examples: { columns: [label], rows: [[Close], [Show details]] }
      """),
    "phrases": facts(
      """
      given: the reader waits
      when: the screen appears
      """,
      head: """
        always: no error alert was shown
        background:
          - given: { the server fails GET https://a.example/: bad status 404 }
        phrases:
          the reader waits:
            - when: 2 s pass

        """),
    "answers": facts(
      """
      given:
        - the server answers GET https://a.example/: [{ text: 1, times: 2 }, { fails: timed out }]
        - the server fails POST https://a.example/: { error: timed out, after: 1 s }
      when: the screen appears
      """),
    "German words": """
    Geschichte: Fakten
    Modul: facts
    Szenarien:
      - Szenario: Es erscheint
        wenn: the screen appears
        dann:
          - innerhalb von 1 s: { the screen shows: { state: initial } }
    """,
    "two stories": facts("skip: until it lands") + "---\n"
      + facts("known issue: \"#7\"\nwhen: 1 s pass")
      .replacing("story: Facts", with: "story: More facts"),
  ])

  static let broken = files([
    "an unknown key": facts("wehn: the screen appears"),
    "an unknown key of a story": facts("when: the screen appears", head: "autor: me\n"),
    "a mistyped sentence": facts("when: the screen apears"),
    "a mistyped sentence with data": facts("then: { the screen show: { state: initial } }"),
    "a sentence of another module": facts("when: the app starts"),
    "data after a sentence without": facts("when: { the screen appears: { now: true } }"),
    "no data after a sentence with": facts("then: the screen shows"),
    "data without its sentence": facts("then: { state: initial }"),
    "a step without keyword": facts("steps: [the screen appears]"),
    "two steps in one": facts("steps: [{ when: the screen appears, then: no requests were sent }]"),
    "a time word without duration": facts("then: { within: no requests were sent }"),
    "a time word without unit": facts("then: { after 5: no requests were sent }"),
    "a time word that covers no time": facts("then: { for 0 s: no requests were sent }"),
    "never within no time": facts("then: { never within 0 ms: 2 requests were sent }"),
    "a time word under when": facts("when: { eventually: no requests were sent }"),
    "a time word in another": facts(
      "then: { after 1 s: { eventually: no requests were sent } }"),
    "a time word in always": facts(
      "when: the screen appears", head: "always: { after 1 s: no requests were sent }\n"),
    "a check under when": facts("when: no requests were sent"),
    "an act under then": facts("then: the screen appears"),
    "an unknown key of an answer": facts(
      "given: { the server answers GET https://a.example/: { aftre: 1 s } }"),
    "a missing space in an expected value": facts(
      "then: { the screen shows: { state:info } }"),
    "an equals sign in a list": facts("then: { the screen shows: { items: [{ name=X }] } }"),
    "a duration without unit": facts(
      "given: { the server answers GET https://a.example/: { after: 1 } }"),
    "an unknown failure": facts("given: { the server fails GET https://a.example/: tiemd out }"),
    "an unknown module": facts("when: the screen appears")
      .replacing("module: facts", with: "module: fact"),
    "then beside steps": facts(
      "steps: [{ when: the screen appears }]\nthen: no requests were sent"),
    "when before steps": facts(
      "when: the screen appears\nsteps: [{ then: no requests were sent }]"),
    "a pause after a time word": facts("then: { after 1 s: 1 s pass }"),
    "a pause in always": facts("when: the screen appears", head: "always: 1 s pass\n"),
    "no module": facts("when: the screen appears").replacing("module: facts\n", with: ""),
    "no scenarios": "story: Facts\nmodule: facts\n",
    "an empty list": "story: Facts\nmodule: facts\nscenarios: []\n",
    "a scenario without title": "story: Facts\nmodule: facts\nscenarios: [{ when: 1 s pass }]\n",
    "a reason that is none": facts("skip: true"),
    "a timeline without step": facts("timeline: { when: { the screen appears: -x- } }"),
    "a timeline without rows": facts("timeline: { step: 100 ms }"),
    "a timeline that takes no time": facts(
      "timeline: { step: 0 ms, when: { the screen appears: -x- } }"),
    "a value with a sign as name": facts(
      "timeline: { step: 1 s, values: { '-': 1 }, when: { the screen appears: x } }"),
    "an empty title": facts("when: the screen appears").replacing(
      "story: Facts", with: "story: ' '"),
    "an empty reason": facts("skip: ''"),
    "an operator as tag": facts("tags: [smoke, not]\nwhen: the screen appears"),
    "a month that does not exist": facts("when: the screen appears", head: "clock: 2021-13-01\n"),
    "an hour that does not exist": facts(
      "when: the screen appears", head: "clock: 2021-12-01T25:00:00Z\n"),
    "a phrase without words": facts(
      "when: the screen appears", head: "phrases: { '': [{ when: 1 s pass }] }\n"),
    "two columns with one name": facts(
      """
      when: the reader taps "<label>"
      then: no requests were sent
      examples: { columns: [label, label], rows: [[Close, Open]] }
      """),
    "a column without name": facts(
      """
      when: the reader taps "<label>"
      then: no requests were sent
      examples: { columns: [label, ""], rows: [[Close, Open]] }
      """),
    "an empty row": facts(
      """
      when: the reader taps "<label>"
      then: no requests were sent
      examples: { columns: [label], rows: [[]] }
      """),
    "a timeline of other sentences": facts(
      "timeline: { step: 100 ms, when: { the screen vanishes: -x- } }"),
    "nested deep": facts(
      """
      scenarios:
        - scenario: In it
          scenarios: [{ scenario: And in that, when: the screen apears }]
      """),
    "a list as story": "- story: Facts\n",
  ])
}
