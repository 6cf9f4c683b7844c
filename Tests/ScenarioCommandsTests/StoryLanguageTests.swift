import Foundation
import TestSupport
import Testing

/// Stories in Russian, because a text that is wholly or partly in English has other letters.
@Suite("Texts in the language of stories", .timeLimit(.minutes(10)))
struct StoryLanguageTests {
  private static let path = "Scenarios/facts.yaml"

  private static let story = #"""
    история: Факты
    модуль: facts
    метки: [факты]
    фразы:
      факт загружен нажатием на "<кнопка>":
        - когда: читатель нажимает "<кнопка>"
        - тогда: { в течение 1 с: { экран показывает: { state: info } } }
    сценарии:
      - сценарий: Экран появляется
        метки: [факты]
        когда: экран появляется
        тогда:
          - экран показывает: { state: initial, лишнее: 1 }
          - экран обновился 1 раз
        сценарии:
          - сценарий: Подробности открываются
            когда: читатель нажимает "Show details"
            тогда: открылись подробности факта 1
      - сценарий: Загрузка удаётся
        дано:
          сервер отвечает GET https://info-example.com/get_info: { file: fixtures/info.json }
        когда:
          - экран появляется
          - факт загружен нажатием на "Load a useful fact"
        тогда:
          - экран показывает: { infoText: !contains ложь }
          - запросов не было
      - сценарий: Ответа нет
        когда:
          - экран появляется
          - читатель нажимает "Load a useful fact"
        тогда: { экран показывает: { state: initial } }
      - сценарий: Шага нет
        когда: экран появляеться
        тогда: { экран показывает: { state: initial } }
      - сценарий: Ещё не готово
        пропустить: потом
        когда: экран появляется
        тогда: { экран показывает: { state: initial } }
    """#

  private static let files = [
    path: story,
    "Scenarios/fixtures/info.json":
      #"{"infoText":"Факт","identifier":1,"creationDate":"2021-09-27T11:07:24"}"#,
  ]

  /// Returns the lines with words in Latin letters, other than code, names and values of stories.
  private static func englishLines(of text: String) -> [Substring] {
    let code =
      #/
      (?s:```.*?```|<(style|script|code|ul|h2|nav)\b.*?</\1>|<[^>]*>)
      |`[^`]*`
      /#
    let values = /(?:одно из:|с ключами|например|вызов|Было:) .*/
    let names =
      /«[^»]*»|\S*(?:[\\\/!_]|\.\w)\S*|\[\w+\]|{\w+}|[A-Z]{2,}|true|false|Swift|Cucumber Expression/
    return text.replacing(code, with: " ").replacing(values, with: "").replacing(names, with: "")
      .split(separator: "\n").filter { $0.contains(/[A-Za-z]{2}/) }
  }

  @Test func `an editor shows no English text about a story in another language`() async throws {
    let folder = try StoriesFolder(Self.files)
    let call = try await LanguageServerTests.talk(in: folder.url, "texts", Self.path)
    #expect(call.errors == "")
    let texts = try JSONDecoder().decode([[String]].self, from: Data(call.output.utf8))
    let kinds = Set(texts.map { $0[0] })
    #expect(kinds == ["codeAction", "codeLens", "completion", "hover", "rename"])
    #expect(texts.flatMap { Self.englishLines(of: $0[1]) } == [])
    let all = texts.map { $0[1] }.joined(separator: "\n")
    for text in [
      "После этого шага", "`экран показывает` изменилось\n", "Этот шаг не выполнялся",
      "Фраза этой истории:", "Метка `факты`, мест: 2",
      "имя — это текст в одну строку",
    ] {
      #expect(all.contains(text), "\(text)")
    }
  }

  @Test func `a hint in another language names a command as it is called`() async throws {
    let story = """
      Sprache: de
      Geschichte: Beiträge
      Modul: posts
      Szenarien:
        - Szenario: Unbekannt
          dann: blorb
      """
    let folder = try StoriesFolder(["Scenarios/posts.yaml": story])
    let output = try await folder.call("check", "Scenarios/posts.yaml").output
    #expect(output.contains("  „swift run scenarios steps posts“ zeigt alle Sätze, die es gibt.\n"))
    let failing = story.replacing("dann: blorb", with: "dann: { sent posts: [Hallo] }")
    let deep = try await StoriesFolder(["Scenarios/posts.yaml": failing])
      .call("check", "--deep", "Scenarios/posts.yaml").output
    #expect(deep.contains("  Mehr zeigt „swift run scenarios run Scenarios/posts.yaml:5“.\n"))
  }

  @Test func `the guide is in the language of the stories, else of the terminal`() async throws {
    let guide = try await StoriesFolder(Self.files).call("steps", "facts", "--format", "markdown")
    guide.expect(0, output: .begins("# Что можно сказать в историях\n"))
    let text = guide.output.replacing("## Модуль facts\n", with: "")
    #expect(Self.englishLines(of: text) == [])
    let english = try StoriesFolder.facts()
    for (environment, start) in [
      (["LANG": "de_DE.UTF-8"], "# Was Geschichten sagen können\n"),
      (["LANG": "C"], "# What stories can say\n"),
    ] {
      try await english.call(
        "steps", "facts", "--format", "markdown", environment: environment
      ).expect(output: .begins(start))
    }
  }

  @Test func `the studio's guide and errors are in the language of the stories`() throws {
    let studio = try RunningStudio(files: Self.files)
    let token = try studio.enter()
    func error(_ path: String, _ request: [String: Any]) throws -> String? {
      let data = try JSONSerialization.data(withJSONObject: request)
      let answer = try studio.post(path, String(decoding: data, as: UTF8.self), token: token)
      return answer.firstMatch(of: /"error":"([^"]*)"/).map { String($0.1) }
    }
    #expect(try error("/open", ["path": "other.yaml"])?.hasSuffix("больше нет") == true)
    let guide = try studio.post("/guide", "{}", token: token)
    #expect(guide.contains(#""sentence":"экран появляется""#))
    let step: [String: Any] = [
      "path": "facts.yaml", "text": Self.story, "scenario": 99, "kind": "when", "sentence": "a",
    ]
    #expect(try error("/add", step) == "в строке 99 нет сценария")
    #expect(
      try error("/format", ["path": "facts.yaml", "text": "история: ["])
        == "текст с ошибками нельзя отформатировать")
  }
}
