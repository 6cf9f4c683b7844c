/// Stories that the JSON schema must accept or reject, by their paths.
enum SchemaStories {
  private static func facts(_ scenario: String, head: String = "") -> String {
    let indented = scenario.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    return "story: Facts\nmodule: facts\n\(head)scenarios:\n  - scenario: It appears\n\(indented)\n"
  }

  /// Returns stories with a scenario each, and others, by their paths.
  private static func files(_ scenarios: [String: String], others: [String: String])
    -> [String: String]
  {
    let texts = scenarios.mapValues { facts($0) }.merging(others) { $1 }
    return Dictionary(
      uniqueKeysWithValues: texts.map { name, text in ("Scenarios/\(name).yaml", text) })
  }

  static let good = files(
    [
      "time words": """
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
      """,
      "examples": """
      when: the reader <does> "<label>"
      then: <count> requests were sent
      examples:
        - { does: taps, label: Close, count: 0 }
      """,
      "given before steps": """
      given: { the server fails GET https://a.example/: bad status 404 }
      steps:
        - when: the screen appears
        - then: no requests were sent
      """,
      "pauses": """
      given: 1 s pass
      when: [the screen appears, 1 s pass]
      then: [no requests were sent, 1 s pass]
      """,
      "a table": """
      when: the reader taps "<label>"
      then: no requests were sent
      examples: { columns: [label], rows: [[Close], [Show details]] }
      """,
      "answers": """
      given:
        - the server answers GET https://a.example/: [{ text: 1, times: 2 }, { fails: timed out }]
        - the server fails POST https://a.example/: { error: timed out, after: 1 s }
      when: the screen appears
      """,
    ],
    others: [
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

  static let broken = files(
    [
      "an unknown key": "wehn: the screen appears",
      "a mistyped sentence": "when: the screen apears",
      "a mistyped sentence with data": "then: { the screen show: { state: initial } }",
      "a sentence of another module": "when: the app starts",
      "data after a sentence without": "when: { the screen appears: { now: true } }",
      "no data after a sentence with": "then: the screen shows",
      "data without its sentence": "then: { state: initial }",
      "a step without keyword": "steps: [the screen appears]",
      "two steps in one": "steps: [{ when: the screen appears, then: no requests were sent }]",
      "a time word without duration": "then: { within: no requests were sent }",
      "a time word without unit": "then: { after 5: no requests were sent }",
      "a time word that covers no time": "then: { for 0 s: no requests were sent }",
      "never within no time": "then: { never within 0 ms: 2 requests were sent }",
      "a time word under when": "when: { eventually: no requests were sent }",
      "a time word in another": "then: { after 1 s: { eventually: no requests were sent } }",
      "a check under when": "when: no requests were sent",
      "an act under then": "then: the screen appears",
      "an unknown key of an answer":
        "given: { the server answers GET https://a.example/: { aftre: 1 s } }",
      "a missing space in an expected value": "then: { the screen shows: { state:info } }",
      "an equals sign in a list": "then: { the screen shows: { items: [{ name=X }] } }",
      "a duration without unit":
        "given: { the server answers GET https://a.example/: { after: 1 } }",
      "an unknown failure": "given: { the server fails GET https://a.example/: tiemd out }",
      "then beside steps": "steps: [{ when: the screen appears }]\nthen: no requests were sent",
      "when before steps": "when: the screen appears\nsteps: [{ then: no requests were sent }]",
      "a pause after a time word": "then: { after 1 s: 1 s pass }",
      "a reason that is none": "skip: true",
      "a timeline without step": "timeline: { when: { the screen appears: -x- } }",
      "a timeline without rows": "timeline: { step: 100 ms }",
      "a timeline that takes no time":
        "timeline: { step: 0 ms, when: { the screen appears: -x- } }",
      "a value with a sign as name":
        "timeline: { step: 1 s, values: { '-': 1 }, when: { the screen appears: x } }",
      "an empty reason": "skip: ''",
      "an operator as tag": "tags: [smoke, not]\nwhen: the screen appears",
      "two columns with one name": """
      when: the reader taps "<label>"
      then: no requests were sent
      examples: { columns: [label, label], rows: [[Close, Open]] }
      """,
      "a column without name": """
      when: the reader taps "<label>"
      then: no requests were sent
      examples: { columns: [label, ""], rows: [[Close, Open]] }
      """,
      "an empty row": """
      when: the reader taps "<label>"
      then: no requests were sent
      examples: { columns: [label], rows: [[]] }
      """,
      "a timeline of other sentences":
        "timeline: { step: 100 ms, when: { the screen vanishes: -x- } }",
      "nested deep": """
      scenarios:
        - scenario: In it
          scenarios: [{ scenario: And in that, when: the screen apears }]
      """,
    ],
    others: [
      "an unknown key of a story": facts("when: the screen appears", head: "autor: me\n"),
      "a time word in always": facts(
        "when: the screen appears", head: "always: { after 1 s: no requests were sent }\n"),
      "an unknown module": facts("when: the screen appears")
        .replacing("module: facts", with: "module: fact"),
      "a pause in always": facts("when: the screen appears", head: "always: 1 s pass\n"),
      "no module": facts("when: the screen appears").replacing("module: facts\n", with: ""),
      "no scenarios": "story: Facts\nmodule: facts\n",
      "an empty list": "story: Facts\nmodule: facts\nscenarios: []\n",
      "a scenario without title": "story: Facts\nmodule: facts\nscenarios: [{ when: 1 s pass }]\n",
      "an empty title": facts("when: the screen appears").replacing(
        "story: Facts", with: "story: ' '"),
      "a month that does not exist": facts("when: the screen appears", head: "clock: 2021-13-01\n"),
      "an hour that does not exist": facts(
        "when: the screen appears", head: "clock: 2021-12-01T25:00:00Z\n"),
      "a phrase without words": facts(
        "when: the screen appears", head: "phrases: { '': [{ when: 1 s pass }] }\n"),
      "a list as story": "- story: Facts\n",
    ])
}
