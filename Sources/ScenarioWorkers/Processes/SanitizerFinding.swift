import CWorkers
import Foundation
import ScenarioLanguage

/// A finding of a sanitizer in the app, described for readers of a report.
struct SanitizerFinding {
  /// The finding, as the message of a failure, with the sanitizer's term.
  let message: Message

  /// Creates the description; `nil` if a process recorded no finding.
  init?(_ note: worker_progress) {
    let term = withUnsafeBytes(of: note.finding) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard !term.isEmpty else { return nil }
    self.init(term: term)
  }

  init(term: String) {
    let what: Message =
      switch term {
      case _ where term.hasPrefix(WORKER_UNDEFINED): "the app used undefined behaviour of C"
      case "heap-use-after-free": "the app used memory after it was freed"
      case "heap-buffer-overflow": "the app used memory beyond a block that it allocated"
      case "stack-buffer-overflow", "stack-buffer-underflow", "dynamic-stack-buffer-overflow",
        "global-buffer-overflow":
        "the app used memory beyond a variable"
      case "stack-use-after-return", "stack-use-after-scope":
        "the app used a variable after the end of its scope"
      case _ where term.hasSuffix("-race"):
        "two threads of the app used a value at once, and one of them changed it"
      case "double-free": "the app freed memory twice"
      case "bad-free": "the app freed memory that was not allocated"
      case _ where term.hasSuffix("-param-overlap"): "the app copied memory onto itself"
      default: "the app misused memory"
      }
    message = "\(what) (\(term.trimmingPrefix(WORKER_UNDEFINED)))"
  }
}

extension worker_progress {
  /// The addresses of the code that ran when the process terminated, innermost first.
  ///
  /// They are offsets from the start of the executable.
  var frameOffsets: [UInt64] {
    withUnsafeBytes(of: frames) { bytes in
      bytes.bindMemory(to: UInt64.self).prefix(min(Int(frame_count), Int(WORKER_FRAMES)))
        .map { $0 &- executable }
    }
  }
}

/// Prints what a sanitizer found in this process, which is not a worker.
@_cdecl("worker_print_finding")
func printFinding(_ note: UnsafePointer<worker_progress>) {
  guard let finding = SanitizerFinding(note.pointee) else { return }
  let frames = AppFrames.lines(for: note.pointee.frameOffsets, in: SymbolTable.ownExecutable)
  let lines = ["error: \(finding.message.english)"] + frames.map { "  \($0)" }
  FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
}
