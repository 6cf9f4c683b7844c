import CWorkers
import Foundation
import ScenarioLanguage
import Testing

@testable import ScenarioWorkers

@Suite("Findings of sanitizers")
struct SanitizerFindingTests {
  private static let findings = [
    ("heap-use-after-free", "the app used memory after it was freed"),
    ("heap-buffer-overflow", "the app used memory beyond a block that it allocated"),
    ("dynamic-stack-buffer-overflow", "the app used memory beyond a variable"),
    ("stack-use-after-scope", "the app used a variable after the end of its scope"),
    ("data-race", "two threads of the app used a value at once, and one of them changed it"),
    ("double-free", "the app freed memory twice"),
    ("bad-free", "the app freed memory that was not allocated"),
    ("memcpy-param-overlap", "the app copied memory onto itself"),
    ("alloc-dealloc-mismatch", "the app misused memory"),
  ]

  private static func termination(_ status: ProcessEnd, term: String) throws
    -> Termination
  {
    let progress = try WorkerProgress()
    withUnsafeMutableBytes(of: &progress.memory.pointee.finding) { $0.copyBytes(from: term.utf8) }
    return Termination(
      status, progress, output: "Fatal error: other", limits: WorkerLimits(), executable: "")
  }

  @Test(arguments: findings)
  func `the finding of a sanitizer is the reason of the end`(term: String, words: String) throws {
    for status in [ProcessEnd.exited(1), .signaled(SIGABRT), .signaled(SIGKILL)] {
      let termination = try Self.termination(status, term: term)
      #expect(termination.message == "\(words) (\(term))")
      #expect(!termination.isFromOutside)
    }
  }

  @Test func `undefined behaviour of C is the reason of the end`() throws {
    let termination = try Self.termination(.exited(1), term: "undefined: signed-integer-overflow")
    #expect(
      termination.message == "the app used undefined behaviour of C (signed-integer-overflow)")
  }

  @Test(arguments: findings.map(\.0) + ["undefined: null-pointer-use"])
  func `the finding of a sanitizer is in the language of the story`(term: String) {
    let message = SanitizerFinding(term: term).message
    for language in StoryLanguage.all where language.code != "en" {
      let translation = language.text(of: message)
      #expect(translation != message.english, "\(language.code)")
      #expect(translation.hasSuffix(message.english.drop { $0 != "(" }), "\(language.code)")
    }
  }
}
