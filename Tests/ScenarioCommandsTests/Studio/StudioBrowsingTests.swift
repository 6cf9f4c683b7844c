import Foundation
import TestSupport
import Testing

@Suite(
  "scenarios studio in a browser", .timeLimit(.minutes(15)),
  .enabled(if: Browser.isThere, "there is no Chromium to open pages in"))
struct StudioBrowsingTests {
  /// Defines functions that wait for the page.
  fileprivate static let helpers = Browser.Step.evaluate(
    """
    window.until = (holds, what) => new Promise((done, fail) => {
      const began = Date.now();
      const look = () => {
        try {
          const value = holds();
          if (value) return done(value);
        } catch {}
        if (Date.now() - began > 15000) return fail(new Error("never: " + (what ?? holds)));
        setTimeout(look, 20);
      };
      look();
    });
    window.text = selector => [...document.querySelectorAll(selector)]
      .map(element => element.innerText.trim().replace(/\\s+/g, " "));
    window.post = (path, body, send = fetch) => send(path, { method: "POST", headers: {
      "Content-Type": "application/json", "Studio-Token": sessionStorage.getItem("token") },
      body: JSON.stringify(body) });
    true
    """)

  private static func wait(_ condition: String) -> Browser.Step {
    .evaluate("until(() => \(condition)).then(() => true)")
  }

  /// Defines a function that returns the text that is not saved; empty if there is none.
  private static let draft = Browser.Step.evaluate(
    """
    window.draft = () => Object.keys(localStorage).filter(key => key.startsWith("draft "))
      .map(key => JSON.parse(localStorage[key]).text)[0] ?? "";
    window.before = "";
    true
    """)

  /// Returns the texts of a JSON array.
  fileprivate static func texts(_ json: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(json.utf8))
  }

  /// Presses the button with a label.
  private static func pressing(_ label: String) -> Browser.Step {
    .evaluate(
      "[...document.querySelectorAll('button')].find(b => b.innerText === '\(label)').click(); true"
    )
  }

  /// Waits until the steps of the chosen scenario and the state beside them are shown.
  fileprivate static let isReady = wait("document.querySelector('.step[aria-pressed=true]')")

  @Test func `the page shows stories, steps and the app after the chosen step`() async throws {
    let studio = try RunningStudio()
    let texts = try await studio.lists([
      .evaluate("text('#stories .row')"), .evaluate("text('.step')"),
      .evaluate("text('#state h2')"), .evaluate("text('#state .screen .button')"),
      .evaluate("[location.href]"), .evaluate("[document.title]"),
    ])
    #expect(
      texts == [
        ["✔ The screen appears"],
        [
          "✔ when the screen appears",
          "✔ then the screen shows: { state: initial, buttons: [Load a useful fact] }",
          "✔ then no requests were sent",
        ],
        ["After then no requests were sent"], ["Load a useful fact"],
        ["http://127.0.0.1:\(studio.port)/"], ["The screen appears · Scenarios Studio"],
      ])
  }

  @Test func `the list of stories is narrowed, folded, and walked with keys`() async throws {
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": FactsFiles.story,
      "Scenarios/links.yaml": """
      story: Links
      module: links
      scenarios:
        - scenario: Two links are there
          tags: [first]
          when: the app starts
          then: { the links are: [] }
      """,
    ])
    let rows = Browser.Step.evaluate("text('#stories [role=treeitem]')")
    func choosing(_ verdict: String) -> Browser.Step {
      .evaluate(
        """
        (() => {
          const select = document.querySelector('#stories select');
          select.value = '\(verdict)';
          return select.dispatchEvent(new Event('change'));
        })()
        """)
    }
    func narrowed(to words: String, finding answer: String) -> [Browser.Step] {
      [
        .press("/"), .press("Escape"), Self.wait("text('#found')[0] === ''"), .type(words),
        Self.wait("text('#found')[0].startsWith('\(answer)')"), rows,
      ]
    }
    let texts = try await studio.lists(
      [Self.wait("document.querySelector('#stories .mark.failed')")]
        // Words of a step of one, and the tag of another.
        + narrowed(to: "opened FACT", finding: "1 of 5") + narrowed(to: "@first", finding: "1 of 5")
        + narrowed(to: "zebra", finding: "Nothing")
        + [
          .evaluate("text('#found')"), .press("Escape"), Self.wait("text('#found')[0] === ''"),
          choosing("failed"),
          Self.wait("text('#found')[0]?.startsWith('1 of')"), rows,
          choosing(""), Self.wait("text('#found')[0] === ''"),
          // One stop of the Tab key; left folds, right unfolds, and a letter goes to the next title.
          .evaluate("[String(document.querySelectorAll('#stories [tabindex=\"0\"]').length)]"),
          .press("ArrowDown"), .press("ArrowLeft"), rows, .press("ArrowRight"),
          .press("l"), .press("l"), .press("ArrowRight"), .press("Enter"),
          Self.wait("text('#title').includes('Two links are there')"),
          // The count follows the verdicts.
          choosing("failed"), Self.wait("text('#found')[0]?.startsWith('1 of')"),
          Self.pressing("Text"),
          Self.wait("document.querySelector('#text')"),
          .evaluate(
            """
            (() => {
              const area = document.querySelector('#text');
              area.value = area.value.replace('[] }', '!any }');
              return area.dispatchEvent(new Event('input'));
            })()
            """),
          Self.wait("text('#found')[0]?.startsWith('Nothing')"),
        ])
    let links = ["▾ Links", "✘ Two links are there"]
    let found = ["▾ Interesting facts", "✔ Tapping details opens the details screen"]
    let nothing = ["Nothing is found. Escape in the field shows all stories again."]
    let folded = ["▸ Interesting facts 4"] + links
    #expect(texts.prefix(7) == [found, links, [], nothing, links, ["1"], folded])
  }

  @Test func `a title that exists opens its story, and saving says what fails`() async throws {
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": FactsFiles.failingStory,
      "Scenarios/new.yaml": """
      story: New
      module: links
      scenarios: [{ scenario: It starts, when: the app starts, then: { the links are: !any } }]
      """,
    ])
    let texts = try await studio.lists([
      .evaluate("document.querySelector('#stories button').click(); true"),
      .type("New"), .press("Tab"), .type("Other"), .press("Enter"),
      Self.wait("text('#title').includes('It starts')"), Self.wait("text('#status')[0] !== ''"),
      .evaluate("text('#status')"),
      .evaluate("document.querySelector('#stories .row').click(); true"),
      Self.wait("text('#title').includes('The screen appears')"),
      Self.pressing("Text"),
      .press("End"), .type("  # a comment"),
      Self.wait("!document.getElementById('save').disabled"),
      Self.wait("!document.querySelector('.problems .error') && text('.badge').length > 0"),
      .evaluate("document.getElementById('save').click(); true"),
      Self.wait("text('#status')[0]?.startsWith('Saved')"), .evaluate("text('#status')"),
    ])
    #expect(
      texts == [
        ["There is a story with this title already. Here it is."],
        ["Saved. 2 of 4 scenarios do not pass."],
      ])
  }

  @Test func `a finding of an exploration is shown, and added as a known issue`() async throws {
    let studio = try RunningStudio(files: ["Scenarios/facts.yaml": ExploringTests.story])
    let explore =
      "[...document.querySelectorAll('.tools button')].find(e => e.innerText === 'Explore').click()"
    let texts = try await studio.lists([
      .evaluate("\(explore); true"),
      Self.wait("document.querySelector('.finding')"),
      .evaluate("text('.finding label, .finding p')"),
      .evaluate("document.querySelector('.finding input').click(); true"), .press("Enter"),
      Self.wait("text('.badge').includes('◑ known issue')"),
      .evaluate("text('#title')"), .evaluate("text('#status')"),
      .evaluate("\(explore); true"), Self.wait("text('#status')[0].startsWith('Nothing')"),
      .evaluate("document.getElementById('save').click(); true"),
      Self.wait("text('#status')[0].startsWith('Saved')"),
    ])
    #expect(
      texts[0] == [
        "GET https://info-example.com/get_info is answered with status 500",
        "the screen shows: { state: initial, buttons: [Close], alert: The fact could not be loaded }, "
          + "with { alert: The fact could not be loaded }, which no story shows while no "
          + "request is in flight",
      ])
    #expect(texts[1] == ["GET https://info-example.com/get_info is answered with status 500"])
    let saved = try studio.folder.text(of: "Scenarios/facts.yaml")
    #expect(saved.hasPrefix(ExploringTests.story))
    #expect(saved.contains("known issue: { found by explore: "))
    #expect(texts[2] == ["Added as known issues. When they are fixed, remove “known issue”."])
  }

  @Test func `the page is in the language of its stories, and so are new ones`() async throws {
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": """
      Geschichte: Fakten
      Modul: facts
      Szenarien:
        - Szenario: Der Bildschirm erscheint
          wenn: the screen appears
          dann: no requests were sent

      """
    ])
    let texts = try await studio.lists([
      Self.wait("document.querySelector('.sentences .dim')"),
      .evaluate(
        "[document.documentElement.lang, ...text('#stories header > *, .open > .tools button')]"),
      .evaluate("[...text('.adding label, #state h2'), text('.sentences .dim')[0]]"),
      Self.pressing("Text"),
      .press("End"), .type("x: 1"), Self.wait("text('.badge').includes('✘ enthält Fehler')"),
      .evaluate("document.querySelector('#stories button').click(); true"),
      .type("Neues"), .press("Tab"), .type("Erstes"), .press("Enter"),
      Self.wait("text('#title').includes('Erstes')"),
    ])
    #expect(
      texts.first == [
        "de", "Geschichten", "Neue Geschichte", "Schritte der App", "Schritte", "Text",
        "Neues Szenario", "Erkunden", "Aufräumen", "Rückgängig", "Speichern",
      ])
    #expect(
      texts.last == [
        "Was geschieht als Nächstes? nach „dann no requests were sent“",
        "Nach dann no requests were sent", "wenn",
      ])
    #expect(
      try studio.folder.text(of: "Scenarios/neues.yaml") == """
        Geschichte: Neues
        Modul: facts

        Szenarien:
          - Szenario: Erstes
            überspringen: noch nicht geschrieben

        """)
  }

  @Test(arguments: [false, true])
  func `a scenario is written, broken, repaired, undone and saved`(byKeyboard: Bool) async throws {
    let studio = try RunningStudio()
    func press(_ label: String) -> [Browser.Step] {
      let mark: Browser.Step = .evaluate(
        "[...document.querySelectorAll('button')].find(button => button.innerText === '\(label)').id "
          + "= 'wanted'; true")
      let clear: Browser.Step = .evaluate(
        "document.querySelector('#wanted')?.removeAttribute('id'); true")
      return byKeyboard
        ? [mark, .tab(to: "#wanted"), .press("Enter"), clear] : [mark, .click("#wanted"), clear]
    }
    let value = "document.querySelector('#text').value"
    let values = try await studio.visit(
      press("New scenario")
        + [
          .type("A fact loads"), .press("Enter"),
          Self.wait("document.activeElement.id === 'next'"),
          Self.wait("document.querySelectorAll('#sentences button').length > 2"),
          .press("ArrowDown"), .press("ArrowDown"),
          .evaluate(
            "[...document.querySelectorAll('#sentences button')].indexOf(document.activeElement)"),
          .press("ArrowUp"), .press("ArrowUp"),
          Self.wait("document.activeElement.id === 'next'"), .type("the screen appears"),
          Self.wait("text('.sentences button')[0] === 'when the screen appears'"), .press("Enter"),
          Self.wait("text('#status').join().includes('Added: when')"),
        ] + press("Text") + [
          .press("ArrowDown"), .press("End"), .press("Enter"),
          .type("then: { the screen shows: { state: initial } }"), .press("Escape"),
          Self.wait("text('#stories .row').includes('✔ A fact loads')"),
          // Broken: the closing brace is missing.
          .press("End"), .press("Backspace"),
          Self.wait("document.querySelector('.problems .error')"),
          .evaluate("text('.problems .error button.plain')"),
          .press("End"), .type("}"), Self.wait("!document.querySelector('.problems .error')"),
          // Another check, which is undone.
          .press("Enter"), .type("# a comment"),
          Self.wait("\(value).includes('# a comment')"), .press("Control+z"), .press("Control+z"),
          Self.wait("!\(value).includes('# a')"),
          byKeyboard ? .press("Control+s") : .tab(to: "#save"),
          .press(byKeyboard ? "Escape" : "Enter"),
          Self.wait("text('#status').includes('Saved.')"), .evaluate(value),
          Self.wait("document.activeElement.id === 'text'"),
        ])
    #expect(values.contains("1"))
    #expect(values.contains(#"["Line 13"]"#))
    let saved = try studio.folder.text(of: "Scenarios/facts.yaml")
    #expect(
      saved == RunningStudio.story + """

          - scenario: A fact loads
            when: the screen appears
            then: { the screen shows: { state: initial } }

        """)
    try await studio.folder.call("run").expect(0, output: .contains("✔ A fact loads"))
    try await studio.folder.call("format", "--check").expect(0)
  }

  @Test func `a failing step shows what was expected beside what is there`() async throws {
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": RunningStudio.story.replacing("state: initial", with: "state: info")
    ])
    let texts = try await studio.lists([
      .evaluate("text('.step[aria-pressed=true]')"),
      .evaluate("text('.steps .failure pre').map(text => String(text.includes('info')))"),
      .evaluate("text('#state .expected')"),
      .evaluate("text('#stories .row')"),
    ])
    #expect(
      texts == [
        ["✘ then the screen shows: { state: info, buttons: [Load a useful fact] }"], ["true"],
        ["expected: info"], ["✘ The screen appears"],
      ])
  }

  @Test func `a press of a drawn button and a choice of shown values become steps`() async throws {
    let story = """
      story: Interesting facts
      module: facts
      scenarios:
        - scenario: A fact is asked for
          given:
            the server answers GET https://info-example.com/get_info:
              after: 1 s
              json: { infoText: Koalas sleep., identifier: 7, creationDate: 2021-09-22T10:32:36.917 }
          when: the screen appears

      """
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": story,
      // Its sentence is offered, because a story uses it with these words.
      "Scenarios/other.yaml": RunningStudio.story.replacing(
        "when: the screen appears",
        with: "when: [the screen appears, the reader taps \"Load a useful fact\"]"),
    ])
    let values = try await studio.visit([
      .click("#state .screen .button"),
      Self.wait("text('.sentences button')[0]?.includes('the reader taps')"),
      .press("Enter"),
      Self.wait("text('.step[aria-pressed=true]')[0]?.includes('the reader taps')"),
      Self.wait("text('#state .checks .change').length > 0"),
      .evaluate("document.querySelector('.checks').open && text('.checks label')"),
      .click(".checks button"),
      Self.wait("text('.step[aria-pressed=true]')[0]?.includes('the screen shows')"),
      .evaluate("text('.step .mark').join('')"),
      .press("Control+s"), Self.wait("text('#status').includes('Saved.')"),
    ])
    #expect(values.dropLast().last == #""\u2714\u2714\u2714\u2714""#)
    let saved = try studio.folder.text(of: "Scenarios/facts.yaml")
    #expect(
      saved
        == story.replacing(
          "    when: the screen appears\n",
          with: """
                when:
                  - the screen appears
                  - the reader taps "Load a useful fact"
                then: { the screen shows: { state: loading, buttons: [] } }

            """))
    try await studio.folder.call("run", "Scenarios/facts.yaml").expect(0)
  }

  @Test func `a request gets its answer, time passes, and a value is checked`() async throws {
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": """
      story: Interesting facts
      module: facts
      scenarios:
        - scenario: A fact is asked for
          when: [the screen appears, the reader taps "Load a useful fact"]

      """
    ])
    func filling(_ selector: String, _ value: String) -> Browser.Step {
      .evaluate(
        """
        (() => { const field = document.querySelector(`\(selector)`); field.value = `\(value)`;
          field.dispatchEvent(new Event("input")); field.dispatchEvent(new Event("change")); })(); true
        """)
    }
    _ = try await studio.visit([
      Self.wait("text('.note').join().includes('has no answer')"), Self.pressing("Answer it"),
      Self.wait("document.querySelector('.field input[aria-label=after]')"),
      filling(".field input[aria-label=after]", "2 s"),
      filling(
        ".field input[aria-label=json]",
        #"{ "infoText": "Koalas: they sleep", "identifier": 7, "creationDate": "2021-09-22T10:32:36.917" }"#
      ),
      Self.pressing("Add"), Self.wait("text('#status').join().includes('Added: given')"),
      .evaluate("document.querySelector('#step-2').click(); true"),
      .evaluate("document.querySelector('.ahead').open = true; true"),
      Self.wait("text('.ahead li').some(row => row.includes('200'))"),
      Self.pressing("Let 2 s pass"),
      Self.wait("text('#status').includes('Added: when 2 s pass')"),
      .evaluate("text('.step').slice(3)"),
      filling("select[aria-label='info text: kind of check']", "!contains"),
      filling("input[aria-label='info text: value']", "Koalas: they"),
      // Of the other values that have changed, none is checked.
      .evaluate(
        """
        [...document.querySelectorAll(".checks input:checked")]
          .filter(box => !box.closest("li").innerText.includes("info text:"))
          .forEach(box => box.click()); true
        """),
      filling("select[aria-label='When it must hold']", "within"),
      Self.pressing("Add the check"), Self.wait("text('#status').join().includes('Added: then')"),
      .evaluate("text('.step').slice(4)"), .press("Control+s"),
      Self.wait("text('#status').includes('Saved.')"),
    ])
    let saved = try studio.folder.text(of: "Scenarios/facts.yaml")
    #expect(
      saved == """
        story: Interesting facts
        module: facts
        scenarios:
          - scenario: A fact is asked for
            given: { the server answers GET https://info-example.com/get_info: { after: 2 s, json: { "infoText": "Koalas: they sleep", "identifier": 7, "creationDate": "2021-09-22T10:32:36.917" } } }
            when: [the screen appears, the reader taps "Load a useful fact", 2 s pass]
            then: { within 1 s: { the screen shows: { infoText: !contains "Koalas: they" } } }

        """)
    try await studio.folder.call("run", "Scenarios/facts.yaml").expect(0)
  }

  @Test func `a value that is gone can be checked, and buttons have one row`() async throws {
    let story = """
      story: Interesting facts
      module: facts
      scenarios:
        - scenario: A fact goes
          given:
            the server answers GET https://info-example.com/get_info:
              - json: { infoText: Cats purr, identifier: 7, creationDate: 2021-09-22T10:32:36.917 }
              - after: 1 s
          when: [the screen appears, the reader taps "Load a useful fact", the reader taps "Load a useful fact"]

      """
    let studio = try RunningStudio(files: ["Scenarios/facts.yaml": story])
    let values = try await studio.visit([
      .resize(width: 1280),
      Self.wait("text('.checks label').some(label => label.startsWith('info text: none'))"),
      .evaluate(
        """
        new Set([...document.querySelector("header.open .tools").querySelectorAll("button")]
          .map(button => Math.round(button.getBoundingClientRect().top))).size
        """),
      .evaluate(
        """
        [...document.querySelectorAll(".checks input[type=checkbox]")].forEach(box => {
          const label = box.closest("label").innerText;
          if (box.checked !== label.trim().startsWith("info text:")) box.click();
        }); true
        """),
      .click(".checks button"),
      Self.wait("text('.step[aria-pressed=true]')[0]?.includes('the screen shows')"),
      .press("Control+s"), Self.wait("text('#status').includes('Saved.')"),
    ])
    #expect(values.contains("1"))
    let saved = try studio.folder.text(of: "Scenarios/facts.yaml")
    #expect(saved == story + "    then: { the screen shows: { infoText: !absent } }\n")
    try await studio.folder.call("run").expect(0)
  }

  @Test func `a value to check is shown as stories write it`() async throws {
    let studio = try RunningStudio(files: [
      "Scenarios/analytics.yaml": """
      story: Counting
      module: analytics controller
      scenarios:
        - scenario: Loading counts once
          when: the screen loads

      """
    ])
    let values = try await studio.visit([
      Self.wait("text('.checks label').length > 0"),
      .evaluate("text('.checks label')"),
    ])
    let labels = try Self.texts(try #require(values.last))
    #expect(
      labels.contains {
        $0.hasPrefix("the tracker was offered: [{ event: View did load!, accepted: true }]")
      }, "\(labels)")
  }

  @Test func `spreadsheet rows become examples, and a missing step is written`() async throws {
    let studio = try RunningStudio()
    let values = try await studio.visit([
      .evaluate("document.querySelector('.examples').open = true; true"),
      Self.wait("document.querySelector('.grid thead input')"),
      .evaluate(
        """
        (() => {
          const data = new DataTransfer();
          data.setData("text/plain", "title\\tnumber\\r\\na: b\\t1\\r\\nplain\\t2\\r\\n");
          document.querySelector(".grid thead input")
            .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        })(); true
        """),
      .evaluate("text('.grid button').length"),
      .evaluate(
        "[...document.querySelectorAll('button')].find(b => b.innerText === 'Put into the story')"
          + ".click(); true"),
      Self.wait("document.querySelector('.rows select option + option')"),
      .evaluate(
        """
        document.querySelector("#step-0").click();
        (() => { const field = document.querySelector("#next"); field.value = "the reader shares it";
          field.dispatchEvent(new Event("input")); })(); true
        """),
      Self.wait("text('#sentences').join().includes('I need a step')"),
      .evaluate(
        "document.querySelector('#sentences input').value = 'with the system\\'s sheet'; true"),
      .evaluate(
        "[...document.querySelectorAll('#sentences button')].find(b => b.innerText === 'when').click(); true"
      ),
      Self.wait("text('.step').includes('? when the reader shares it')"), .press("Control+s"),
      Self.wait("text('#status').some(text => text.startsWith('Saved'))"),
      // The code that the story lacks is there for developers, with a button that copies it.
      .evaluate(
        "document.querySelector('.missing').open = true; text('.steps .failure p, .missing p')"),
      .evaluate("document.querySelector('#steps').innerText.match(/CheckFailure/g).length"),
      .evaluate(
        """
        Object.defineProperty(navigator, "clipboard", { value: {
          writeText: async text => { window.copied = text; } } });
        document.querySelector(".missing button").click(); true
        """),
      Self.wait("text('#status').includes('Copied')"), .evaluate("[window.copied]"),
    ])
    #expect(
      try Self.texts(values[values.count - 5]) == [
        "no step matches \"the reader shares it\"", "with the system's sheet",
        "The app does not have this step yet. This code adds it:",
      ])
    #expect(values[values.count - 4] == "1")
    #expect(
      try Self.texts(values[values.count - 1]) == [
        """
        When("the reader shares it") { module in
          throw CheckFailure("this step is not implemented yet")
        }
        """
      ])
    let saved = try studio.folder.text(of: "Scenarios/facts.yaml")
    #expect(
      saved
        == RunningStudio.story.replacing(
          "    when: the screen appears\n",
          with:
            "    when:\n      - the screen appears\n      - the reader shares it  # with the system's sheet\n"
        )
          + """
              examples:
                - { title: "a: b", number: 1 }
                - { title: plain,  number: 2 }

          """)
  }

  @Test func `keys move, rename, change and remove scenarios and steps, and undo`() async throws {
    let story = """
      story: Interesting facts
      module: facts

      scenarios:
        - scenario: One
          when: the screen appears
          then:
            - no requests were sent
            - the screen shows: { state: initial }

        # about Two
        - scenario: Two
          when: the screen appears
          then: no requests were sent

      """
    let studio = try RunningStudio(files: ["Scenarios/facts.yaml": story])
    func keys(_ steps: Browser.Step..., says message: String) -> [Browser.Step] {
      [.evaluate("document.getElementById('status').click(); true")] + steps
        + [Self.wait("text('#status')[0]?.startsWith('\(message)')"), .evaluate("[draft()]")]
    }
    let undo: [Browser.Step] = [
      .evaluate("before = draft(); true"), .press("Control+z"), Self.wait("draft() !== before"),
      .evaluate("[draft()]"),
    ]
    var steps: [Browser.Step] = [Self.draft, .tab(to: "#stories .row")]
    steps += keys(.press("Alt+ArrowDown"), says: "Moved: One")
    steps += keys(.press("Alt+ArrowRight"), says: "Moved: One")
    steps += keys(.press("F2"), .type("Inside"), .press("Enter"), says: "Renamed: Inside")
    steps += keys(.press("Alt+ArrowLeft"), says: "Moved: Inside")
    steps += keys(.press("Delete"), says: "Removed: Inside Undo")
    steps += (1...5).flatMap { _ in undo }
    steps += [
      Self.wait("text('#title').includes('One') && document.querySelector('#step-1')"),
      .evaluate("document.querySelector('#step-1').click(); true"),
      .evaluate("document.querySelector('#step-1').focus(); true"),
    ]
    steps += keys(.press("Alt+ArrowDown"), says: "Moved: then no")
    steps += keys(
      .press("F2"), Self.wait("document.activeElement.id === 'next'"),
      .type("1 request was sent"), .press("Enter"),
      Self.wait("document.querySelector('.blanks') || text('#status')[0]?.startsWith('Changed')"),
      .evaluate("document.querySelector('.blanks [type=submit]')?.click(); true"),
      says: "Changed: then")
    steps += undo + undo
    let texts = try await studio.lists(steps).map { $0[0] }
    let head = String(story.prefix(upTo: try #require(story.range(of: "  - scenario")).lowerBound))
    let two = "  # about Two\n  - scenario: Two\n    when: the screen appears\n"
    let end = "    then: no requests were sent\n"
    let one = String(
      try #require(story.split(separator: "\n\n  # about").first).dropFirst(head.count))
    #expect(texts[0] == head + two + end + "\n" + one + "\n")
    #expect(texts[4] == head + two + end)
    // Each change is undone by one key.
    #expect(texts[5...9] == [texts[3], texts[2], texts[1], texts[0], ""])
    #expect(
      texts[10].contains("- the screen shows: { state: initial }\n      - no requests were sent"))
    #expect(
      texts[11].contains("- the screen shows: { state: initial }\n      - 1 request was sent"))
    #expect(texts[12...] == [texts[10], ""])
  }

  @Test func `a request gets answers in turn, in an order that can be changed`() async throws {
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": """
      story: Interesting facts
      module: facts
      scenarios:
        - scenario: A fact is asked for twice
          given: { the server answers GET https://info-example.com/get_info: [{ status: 503 }] }
          when:
            - the screen appears
            - the reader taps "Load a useful fact"
            - 1 s pass
            - the reader taps "Load a useful fact"

      """
    ])
    let texts = try await studio.lists([
      Self.draft, Self.wait("text('.note').join().includes('has no answer')"),
      Self.pressing("Then another answer"),
      Self.wait("document.activeElement.closest('.answers li:last-child')"),
      .evaluate("text('.answers li').map(row => row.slice(0, 20))"),
      .evaluate(
        "[...document.querySelectorAll('.answers input')].map(i => i.ariaLabel + ' ' + i.value)"),
      .evaluate(
        "document.querySelectorAll('.answers details').forEach(e => e.open = true); true"),
      .evaluate(
        "document.querySelector('.answers li:last-child [aria-label=status]').focus(); true"),
      .type("404"), .press("Enter"), Self.wait("text('#status')[0].startsWith('Changed')"),
      .evaluate("[draft().split('\\n')[4]]"),
      .evaluate("document.querySelector('#step-0').click(); true"), .press("F2"),
      Self.wait("document.activeElement.closest('.answers, .blanks')"),
      .evaluate("document.querySelector('.answers li [aria-label=status]').focus(); true"),
      .press("Alt+ArrowDown"), .evaluate("document.getElementById('status').click(); true"),
      .press("Enter"),
      Self.wait("text('#status')[0].startsWith('Changed')"),
      .evaluate("[draft().split('\\n')[4]]"),
    ])
    #expect(texts[1].contains("status 503"))
    let head = "    given: { the server answers GET https://info-example.com/get_info: "
    #expect(texts[2] == [head + "[{ status: 503 }, { status: 404 }] }"])
    #expect(texts[3] == [head + "[{ status: 404 }, { status: 503 }] }"])
  }

  @Test func `an offered check of a value that the act did not change is marked`() async throws {
    let story = RunningStudio.story.replacing(
      "when: the screen appears",
      with: "when: [the screen appears, the reader closes the screen]")
    let studio = try RunningStudio(files: ["Scenarios/facts.yaml": story])
    let marks = "text('.checks li').map(row => row.includes('would pass without'))"
    let values = try await studio.visit([
      Self.wait("\(marks).some(mark => mark)"),
      .evaluate("document.querySelectorAll('.checks input:checked').length"),
      // Nothing was before the first step.
      .evaluate("document.querySelector('#step-0').click(); \(marks).some(mark => mark)"),
    ])
    #expect(values.suffix(3) == ["true", "0", "false"])
  }

  @Test func `what an editor writes appears, and does not replace what was typed`() async throws {
    let studio = try RunningStudio()
    // The page sees changes by asking; a second page stands for an editor.
    let other = RunningStudio.story.replacing("The screen appears", with: "The facts appear")
    let ask = """
      post("/save", { path: "facts.yaml", base: BASE, text: TEXT }).then(answer => answer.status)
      """
    func json(_ text: String) throws -> String {
      String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
    let both = try json(RunningStudio.story + "# mine")
    func saving(_ text: String, over base: String) async throws -> Browser.Step {
      .evaluate(ask.replacing("BASE", with: try json(base)).replacing("TEXT", with: try json(text)))
    }
    let values = try await studio.visit([
      try saving(other, over: RunningStudio.story),
      Self.wait("text('#stories .row').includes('✔ The facts appear')"),
      .evaluate("text('h1').includes('The facts appear')"),
      // Now with unsaved text.
      Self.pressing("Text"),
      .press("Control+End"), .press("End"), .type("# mine"),
      // The editor changes another line: both changes stay.
      try saving(RunningStudio.story, over: other),
      Self.wait("text('#status').join().includes('Both changes')"),
      Self.wait("document.querySelector('#text').value === \(both)"),
      .press("Control+s"), Self.wait("text('#status').includes('Saved.')"),
      // The editor changes the same line: the author decides.
      .press("Control+End"), .type(" more"),
      try saving(RunningStudio.story + "# other", over: RunningStudio.story + "# mine"),
      Self.wait("document.querySelector('#conflict [role=alert]')"),
      .evaluate("document.querySelector('#text').value.includes('# mine more')"),
    ])
    #expect(values.suffix(1) == ["true"])
    #expect(try studio.folder.text(of: "Scenarios/facts.yaml") == RunningStudio.story + "# other")
  }

  @Test func `a missing step leaves other scenarios their verdicts`() async throws {
    let missing = """

        - scenario: A fact is shared
          when: the reader shares it

      """
    let studio = try RunningStudio(files: ["Scenarios/facts.yaml": RunningStudio.story + missing])
    let values = try await studio.visit([
      .evaluate("text('#crumbs .badge')"),
      .evaluate(
        "document.querySelectorAll('#stories .row')[1].click(); "
          + "until(() => text('#crumbs .badge')[0] === '? undefined')"),
    ])
    #expect(values.suffix(2) == [#"["\u2714 passed"]"#, "true"])
  }

  @Test func `a text runs although another page has another text of the story`() async throws {
    let studio = try RunningStudio()
    _ = try await studio.visit([
      .evaluate(
        """
        document.querySelectorAll(".views button")[1].click();
        (() => {
          const area = document.querySelector("#text");
          const other = area.value;
          area.value = other.replace("state: initial", "state: info");
          area.dispatchEvent(new Event("input"));
          return post("/change", { path: "facts.yaml", text: other }).then(() => true);
        })()
        """),
      Self.wait("text('#crumbs .badge')[0] === '✘ failed'"),
    ])
  }

  @Test func `a file that is read late does not replace a story opened meanwhile`() async throws {
    let studio = try RunningStudio(files: [
      "Scenarios/a.yaml": RunningStudio.story,
      "Scenarios/b.yaml": RunningStudio.story.replacing("The screen appears", with: "Another"),
    ])
    let values = try await studio.visit([
      // The page reads the file that has changed; the answer waits until another story is open.
      .evaluate(
        """
        window.usual = fetch;
        window.fetch = async (path, request) => {
          const answer = await usual(path, request);
          if (path !== "/open" || !request.body.includes("a.yaml")) return answer;
          window.isHeld = true;
          await until(() => window.isReleased);
          setTimeout(() => { window.isOver = true; }, 100);
          return answer;
        };
        post("/open", { path: "a.yaml" }, usual).then(answer => answer.json())
          .then(({ text }) =>
            post("/save", { path: "a.yaml", base: text, text: text + "# more" }, usual))
          .then(answer => answer.status)
        """),
      Self.wait("isHeld"),
      .evaluate("document.querySelectorAll('#stories .row')[1].click(); true"),
      Self.wait("text('h1').includes('Another')"), Self.wait("text('.step').length > 0"),
      .evaluate("window.isReleased = true"), Self.wait("isOver"),
      Self.pressing("Text"),
      .evaluate("document.querySelector('#text').value.includes('Another')"),
      .evaluate("[String(document.querySelector('#save').disabled)]"),
    ])
    #expect(values.suffix(2) == ["true", "[\"true\"]"])
  }

  @Test func `what was not saved is back after the page was closed`() async throws {
    let studio = try RunningStudio()
    let texts = try await studio.lists([
      Self.pressing("Text"),
      .press("End"), .type("  # mine"),
      Self.wait("text('#stories .change').includes('not saved')"),
      .reload, Self.helpers, Self.isReady, .evaluate("text('#status')"),
      .evaluate("text('#stories .change')"),
      .evaluate("[String(document.querySelector('#save').disabled)]"),
    ])
    #expect(texts == [["Your unsaved text is back."], ["not saved"], ["false"]])
  }

  @Test func `a page that is closed keeps what another page of its story has not saved`()
    async throws
  {
    let studio = try RunningStudio()
    let texts = try await studio.lists([
      Self.pressing("Text"),
      // The pages share what they keep, so this one stands for the other, too.
      .evaluate(
        """
        (() => {
          const area = document.querySelector("#text");
          area.value += "# mine";
          area.dispatchEvent(new Event("input"));
          window.kept = { ...localStorage };
        })(); true
        """),
      Self.pressing("Undo"), Self.wait("document.querySelector('#save').disabled"),
      .evaluate("Object.assign(localStorage, kept); true"),
      .reload, Self.helpers, Self.isReady, .evaluate("text('#status')"),
    ])
    #expect(texts == [["Your unsaved text is back."]])
  }

  @Test func `the page keeps the accessibility rules that the report keeps`() async throws {
    let studio = try RunningStudio()
    let values = try await studio.visit([
      // Each control has a name, and each part of the page a role.
      .evaluate(
        """
        [...document.querySelectorAll("button, input, select, textarea, a, iframe")].filter(control =>
          !(control.innerText || control.getAttribute("aria-label") || control.title
            || control.labels?.length)).map(control => control.outerHTML)
        """),
      .evaluate("document.documentElement.scrollWidth <= innerWidth"),
      .resize(width: 390), .evaluate("document.documentElement.scrollWidth <= innerWidth"),
    ])
    #expect(values.suffix(3) == ["[]", "true", "true"])
  }
}

extension RunningStudio {
  /// Opens the page, performs steps, and returns their values.
  fileprivate func visit(_ steps: [Browser.Step]) async throws -> [String] {
    let visit = try await Browser.visit(
      server: address, [StudioBrowsingTests.helpers, StudioBrowsingTests.isReady] + steps)
    #expect(visit.problems == [])
    return visit.values
  }

  /// The same, but only the values that are JSON arrays.
  fileprivate func lists(_ steps: [Browser.Step]) async throws -> [[String]] {
    try await visit(steps).filter { $0.hasPrefix("[") }.map(StudioBrowsingTests.texts)
  }
}
