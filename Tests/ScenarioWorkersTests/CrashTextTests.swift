import CWorkers
import Foundation
import ScenarioLanguage
import Testing

@testable import ScenarioWorkers

@Suite("Crashes in the language of a story")
struct CrashTextTests {
  /// Returns the words for the end of a process by a signal.
  private static func message(for signal: Int32) throws -> Message {
    Termination(
      .signaled(signal), try WorkerProgress(), output: "", limits: WorkerLimits(), executable: ""
    ).text
  }

  @Test func `the meaning of a signal is in the language of the story`() throws {
    let message = try Self.message(for: SIGABRT)
    #expect(message.english == "the app crashed: SIGABRT (the process aborted)")
    let german = try #require(StoryLanguage.named("de"))
    #expect(german.text(of: message) == "die App ist abgestürzt: SIGABRT (der Prozess brach ab)")
    #expect(try Self.message(for: 63).english == "the app crashed: signal 63")
  }

  @Test(arguments: [
    SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGKILL, SIGTERM, SIGQUIT, SIGALRM,
    SIGPIPE, SIGXFSZ, SIGXCPU, SIGHUP, SIGINT, SIGUSR1, SIGUSR2,
  ])
  func `the meaning of each signal is translated`(signal: Int32) throws {
    let english = try Self.message(for: signal).english
    let meaning = try #require(english.split(separator: "(").last)
    for language in StoryLanguage.all where language.code != "en" {
      let text = language.text(of: try Self.message(for: signal))
      #expect(text.contains(" SIG"), "\(language.code): \(text)")
      #expect(!text.hasSuffix(meaning), "\(language.code): \(text)")
    }
  }

  @Test func `the last output before a crash is not translated`() throws {
    let output = "ready\nunknown key \"a\"\n"
    let end = Termination(
      .signaled(SIGABRT), try WorkerProgress(), output: output, limits: WorkerLimits(),
      executable: "")
    let german = try #require(StoryLanguage.named("de"))
    let detail = try #require(end.details.first)
    #expect(detail.english == "Last output: unknown key \"a\"")
    #expect(german.text(of: detail) == "Letzte Ausgabe: unknown key \"a\"")
  }

  @Test func `a crash while a file is planned is in the language of its story`() throws {
    let text = "story: A\nmodule: a\n---\nSprache: de\nGeschichte: B\nModul: b\n"
    let file = StoryFile(reading: SourceFile(path: "a.yaml", text: text))
    let crash = PlanningCrash(
      path: "a.yaml", line: 5, message: try Self.message(for: SIGSEGV), details: [])
    let diagnostic = crash.diagnostic(in: file)
    #expect(diagnostic.line == 5)
    #expect(diagnostic.column == 1)
    #expect(diagnostic.location?.lineText == "Geschichte: B")
    let words = "die App ist abgestürzt: SIGSEGV (ungültiger Speicherzugriff), während"
    #expect(diagnostic.description.hasPrefix("a.yaml:5:1: error: \(words)"))
    let late = PlanningCrash(path: "a.yaml", line: 99, message: crash.message, details: [])
    #expect(late.diagnostic(in: file).line == 7)
  }
}
