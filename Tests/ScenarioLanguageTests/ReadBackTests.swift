import Foundation
import Testing

@testable import ScenarioLanguage

/// Code gets what it needs to know as data, and not from the words of a message.
@Suite("Messages are not read back")
struct ReadBackTests {
  /// The texts that code may look for although messages begin or end with them, by their files.
  private static let permitted = [
    "ScenarioAuthoring/Exploring/VariationReview.swift": "!not ",  // a tag of a check
    "ScenarioLanguage/Languages/PauseText.swift": "for ",  // an author's words for a pause
    "ScenarioLanguage/Languages/TimeWord.swift": " later",  // an author's time word
    "ScenarioLanguage/Reading/ScenarioReader.swift": "known issue",  // a key
    "ScenarioLanguage/Reading/StepReader+Sentences.swift": "at once",  // an author's time word
    "ScenarioLanguage/SyntaxErrors/SyntaxContext.Characters.swift": "a tag",  // libyaml's words
    "ScenarioReports/HTML/Page/overview.js": "still broken",  // a kind of changes on the page
    "ScenarioWorkers/Processes/AppFrames.swift": " in ",  // Swift's names of functions
  ]

  /// Returns the texts that calls look for in other texts, in Swift or on a page.
  private static func searched(in code: String) throws -> [String] {
    let calls = [
      "hasPrefix", "hasSuffix", "contains", #"starts\(with:"#, #"[Rr]anges?\(of:"#,
      #"[Mm]atch(?:es)?\(of:"#, #"split\(separator:"#, "trimmingPrefix", "trimmingSuffix",
      "replacing", "startsWith", "endsWith", "includes", "indexOf", "==",
    ]
    let search = try NSRegularExpression(
      pattern: "(?:" + calls.joined(separator: "|")
        + #")[\s(#=]*["'`/]((?:[^"'`/\\\n]|\\.)+)"#)
    let found = search.matches(in: code, range: NSRange(code.startIndex..., in: code))
    return found.compactMap { Range($0.range(at: 1), in: code).map { String(code[$0]) } }
  }

  /// The parts of messages between their blanks, in each language and in English.
  private static let parts: Set<String> = {
    let messages = LanguageFile.all.flatMap { $0.words(in: .messages) }
    let wordings: [String] = messages.flatMap { [$0.name] + $0.words }
    return Set(wordings + wordings.flatMap { $0.split(separator: #/\{\d\}/#).map(String.init) })
  }()

  /// Returns the texts of several words that code looks for and with which a part of a message
  /// begins or ends; of a regular expression, the text before its first operator.
  private static func found(in code: String) throws -> [String] {
    try searched(in: code).filter { $0.contains(" ") }
      .map { $0.replacing(#/\\(?=["'])/#, with: "") }
      .filter { text in
        [text, text.replacing(#/[.\\^]?[*+?()\[\]|$^\\].*/#, with: "")].contains { text in
          text.count > 3 && text.contains(" ")
            && parts.contains { $0.hasPrefix(text) || $0.hasSuffix(text) }
        }
      }
  }

  @Test(arguments: [
    #"if hint.hasPrefix("Did you mean: ") {"#, #"line.split(separator: "   (a phrase of this")"#,
    #"guard text == "the app crashed""#, #"message.contains(/the step failed: .*/)"#,
    "$0.contains(#\"unknown key \\\"\"#)", "words.includes(`no step matches`)",
    #"text.firstRange(of: "die Prüfung schlug")"#, #"text.hasSuffix(": nicht wie erwartet")"#,
  ])
  func `code that looks for a part of a message is found`(code: String) throws {
    #expect(try Self.found(in: code).count == 1)
  }

  @Test func `no code looks for a part of a message`() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardizedFileURL
    var permitted: Set<String> = []
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path())
    where path.contains(#/^(Scenario|Simulation|DisplayText).*\.(swift|js)$/#) {
      count += 1
      let code = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for text in try Self.found(in: code) {
        #expect(text == Self.permitted[path], "\(path): \"\(text)\"")
        permitted.insert(path)
      }
    }
    #expect(count > 500)
    #expect(permitted == Set(Self.permitted.keys))
  }
}
