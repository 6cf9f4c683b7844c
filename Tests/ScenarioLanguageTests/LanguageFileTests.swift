import Foundation
import Testing

@testable import ScenarioLanguage

@Suite("Files of languages")
struct LanguageFileTests {
  @Test(arguments: LanguageFile.all.dropFirst().map(\.code))
  func `the file of a language has every word of the English file`(code: String) throws {
    let file = try #require(LanguageFile.all.first { $0.code == code })
    #expect(file.gaps == [])
  }

  @Test(arguments: [
    ("  title: Eine neue Geschichte\n", "", "de.yaml lacks: starter/title"),
    ("  timeline: Zeitleiste\n", "", "de.yaml lacks: keywords/timeline"),
    ("  timeline: Zeitleiste\n", "  timeline: \"\"\n", "de.yaml lacks: keywords/timeline"),
    ("  h: [h, std", "  H: [h, std", "de.yaml lacks: units/h, has no use for: units/H"),
    ("  the requests were: die Anfragen waren\n", "", "de.yaml lacks: sentences/the requests were"),
    ("  soon: [", "  sooner: [", "de.yaml lacks: hints/soon, has no use for: hints/sooner"),
    ("\nopposites:\n", "\nnegations:\n", "de.yaml lacks: opposites"),
    (
      "    - Daten stehen hinter dem Doppelpunkt eines Satzes.\n", "",
      "de.yaml lacks: starter/steps (4 lines)"
    ),
  ])
  func `a word that the file of a language lacks is found by its name`(
    line: String, replacement: String, gap: String
  ) throws {
    let text = try String(contentsOf: Self.folder.appending(path: "de.yaml"), encoding: .utf8)
    #expect(text.contains(line))
    let changed = text.replacing(line, with: replacement)
    #expect(LanguageFile(code: "de", bytes: Array(changed.utf8)).gaps == [gap])
  }

  @Test func `every file of the folder is a language`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(names.sorted() == LanguageFile.all.map { "\($0.code).yaml" }.sorted())
    #expect(
      LanguageFile.all.map(\.code) == ["en"] + LanguageFile.all.dropFirst().map(\.code).sorted())
  }

  @Test func `the English file has the keys, keywords and time words of the language`() {
    let names = LanguageFile.all[0].words(in: .keywords)
    let known = Keys.all.union(Keys.timeline + Keys.table + StoryLanguage.timeWords)
    #expect(Set(names.map(\.name)) == known.union(["at once", "passes"]))
    #expect(
      names.allSatisfy { $0.words == ($0.name == "passes" ? ["pass", "passes"] : [$0.name]) })
    #expect(LanguageFile.all[0].words(in: .units).map(\.name) == DurationText.units)
    #expect(LanguageFile.all[0].words(in: .sentences).allSatisfy { [$0.name] == $0.words })
    #expect(Set(LanguageFile.all[0].words(in: .otherKeys).map(\.name)).isSubset(of: Keys.all))
  }

  @Test(arguments: [
    (
      "story: Notes\nlanguage: tlh", "2:11", "tlh",
      "stories do not support the language \"tlh\" yet", "Supported languages"
    ),
    (
      "история: Факты\nязык: клингонский", "2:7", "клингонский",
      "историй на языке «клингонский» пока нет", "Возможные языки"
    ),
  ])
  func `a language without a file is reported with those that have one`(
    start: String, position: String, name: String, message: String, hint: String
  ) {
    let story = "\(start)\nmodule: facts\nscenarios:\n  - scenario: A\n    when: it appears\n"
    let file = StoryFile(reading: SourceFile(path: "story.yaml", text: story))
    let codes = LanguageFile.all.map(\.code).joined(separator: ", ")
    #expect(
      DiagnosticFormatter().format(file.diagnostics) == """
        story.yaml:\(position): error: \(message)
          2 | \(start.split(separator: "\n")[1])
            | \(String(repeating: " ", count: start.hasSuffix("tlh") ? 10 : 6))^\(String(repeating: "~", count: name.count - 1))
          \(hint): \(codes)
        """)
  }

  @Test(arguments: [
    ("  - Szenario: A\n    wenn: B\n", "de"), ("- szenario: A", "de"), ("- сценарий: А", "ru"),
    ("- scenario: A", "en"), ("- Szenarien: A", "en"), ("", "en"),
  ])
  func `the text of a scenario is in the language of its first key`(text: String, code: String) {
    #expect(StoryLanguage.ofScenario(text).code == code)
  }

  @Test func `a hint lists the units in the alphabet of the name`() {
    let names: [Substring] = ["секундочка", "Ångström", "fortnight"]
    #expect(
      names.map { DurationText.units(like: $0) }
        == [["мс", "с", "мин", "ч", "д"], DurationText.units, DurationText.units])
  }

  @Test func `opposites and negations come from every language`() {
    let pairs = StoryLanguage.opposites
    for pair in [("open", "shut"), ("öffne", "schließ"), ("откры", "закры")] {
      #expect(pairs.contains { $0 == pair })
    }
    #expect(Set(["not", "nicht", "не", "pas", "sin"]).isSubset(of: StoryLanguage.negations))
    #expect(Set(["un", "dis", "dés", "des"]).isSubset(of: StoryLanguage.negatingPrefixes))
  }

  @Test func `a starter text in a language without it is in English`() {
    #expect(StoryLanguage.named("de")?.starterTexts["title"] == ["Eine neue Geschichte"])
    #expect(StoryLanguage.english.starterTexts["title"] == ["A new story"])
    #expect(
      StoryLanguage.named("es")?.starterTexts["steps"]?.first
        == "«dado» prepara, «cuando» actúa, «entonces» comprueba: una frase o una lista de frases.")
  }

  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../Sources/ScenarioLanguage/Languages/Files").standardizedFileURL
}

extension LanguageFile {
  /// The words of the English file that the file lacks, and its additional ones, in a line; empty
  /// if there are none.
  fileprivate var gaps: [String] {
    let complete: [Part] = [.keywords, .units, .sentences, .starter, .hints]
    var (lacking, unused): ([String], [String]) = ([], [])
    for part in complete {
      let reference = LanguageFile.all[0].words(in: part)
      let own = table(of: part)
      for (name, words) in reference {
        let isEmpty = own[name].map { part != .hints && $0.allSatisfy(\.isEmpty) } ?? true
        if isEmpty {
          lacking.append("\(part.rawValue)/\(name)")
        } else if part == .starter, own[name]?.count != words.count {
          lacking.append("\(part.rawValue)/\(name) (\(words.count) lines)")
        }
      }
      let known = Set(reference.map(\.name))
      unused += own.keys.filter { !known.contains($0) }.sorted().map { "\(part.rawValue)/\($0)" }
    }
    if words(in: .opposites).isEmpty { lacking.append("opposites") }
    let parts = [("lacks", lacking), ("has no use for", unused)].filter { !$0.1.isEmpty }
      .map { "\($0): \($1.joined(separator: ", "))" }
    return parts.isEmpty ? [] : ["\(code).yaml " + parts.joined(separator: ", ")]
  }
}
