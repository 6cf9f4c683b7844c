import Foundation
import ScenarioResults
import Synchronization

/// The runs of texts whose states an editor wants to show, one at a time.
///
/// Of the texts that are wanted while one runs, only the newest runs after it. A text that runs for
/// seconds is stopped for it. To stop each one would take longer than most runs, because the process
/// would have to start again.
final class PreviewRuns {
  /// A version of a document.
  struct Text: Equatable {
    var path: String
    var version: Int
    var text: String
  }

  /// The end of a run; it has no results if the app could not run the text.
  struct Ended {
    var path: String
    var version: Int
    var results: [ScenarioReport]
  }

  /// The ends of runs, which tasks put here for the server's thread.
  private final class Inbox: Sendable {
    private let ends = Mutex<[(number: Int, end: Ended)]>([])
    private let bell = Pipe()

    /// A descriptor that can be read when there is something.
    var descriptor: Int32 { bell.fileHandleForReading.fileDescriptor }

    func add(_ number: Int, _ end: Ended) {
      ends.withLock { ends in
        ends.append((number, end))
        bell.fileHandleForWriting.write(Data([0]))
      }
    }

    func takeAll() -> [(number: Int, end: Ended)] {
      ends.withLock { ends in
        defer { ends = [] }
        var bytes = [UInt8](repeating: 0, count: ends.count)
        if !ends.isEmpty { _ = Foundation.read(descriptor, &bytes, bytes.count) }
        return ends
      }
    }
  }

  private let process: PreviewProcess
  private let inbox = Inbox()
  private var number = 0
  private var current: (text: Text, began: ContinuousClock.Instant)?
  private var wanted: Text?

  init(folder: String) { process = PreviewProcess(folder: folder) }

  /// A descriptor that can be read when a run has ended.
  var descriptor: Int32 { inbox.descriptor }

  /// Runs a text as soon as no other one runs.
  func run(_ text: Text) {
    wanted = current?.text == text ? nil : text
    goOn()
  }

  /// Returns the runs that have ended since the last call, without waiting.
  func events() -> [Ended] {
    let ended = inbox.takeAll()
    if ended.contains(where: { $0.number == number }) { current = nil }
    goOn()
    return ended.map(\.end)
  }

  private func goOn() {
    guard let text = wanted else { return }
    if let current, ContinuousClock.now - current.began < PreviewProcess.patience { return }
    wanted = nil
    let isLate = current != nil
    current = (text, .now)
    number += 1
    var request = PreviewRequest()
    (request.paths, request.text) = ([text.path], text.text)
    (request.showsValues, request.wantsResults) = (true, true)
    Task { [process, inbox, number, request] in
      if isLate { await process.stop() }
      // An app that ends the process has nothing to show.
      let results = (try? await process.answer(to: request))?.results ?? []
      inbox.add(number, Ended(path: text.path, version: text.version, results: results))
    }
  }

  /// Ends the process that runs texts.
  func stop() {
    let isDone = DispatchSemaphore(value: 0)
    Task { [process] in
      await process.stop()
      isDone.signal()
    }
    isDone.wait()
  }
}
