import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning

/// A process that plans texts of stories, and reports what is wrong with them.
///
/// It has the code of the app, which decodes the data of steps. Its requests and answers are JSON,
/// because the executable may have been built anew since this process started.
package final class PlanningWorker {
  /// A text to plan, or a question for the vocabularies.
  package struct Request: Codable, Sendable {
    package var folder: ScenariosFolder.Root
    /// The path relative to the folder, and the text; `nil` for the vocabularies.
    package var path: String?
    package var text = ""
    /// The version of the text.
    package var version = 0

    package init(folder: ScenariosFolder.Root) { self.folder = folder }
  }

  /// The answer to a request.
  package struct Answer: Codable, Sendable {
    package var path: String?
    package var version = 0
    /// What is wrong with the text, as `check` reports it for this file alone; for vocabularies, the
    /// errors in Swift code with step definitions.
    package var diagnostics: [Diagnostic] = []
    package var vocabularies: [VocabularyData] = []
  }

  private static let key = "planning"

  private let worker: Worker

  /// The request that has no answer yet.
  package private(set) var pending: Request?

  /// Executes a worker, which is killed when the calling thread ends.
  package init(executing executable: String, limits: WorkerLimits = WorkerLimits()) throws {
    worker = try Worker(executing: executable, [executable], key: Self.key, limits: limits)
  }

  /// The descriptor that can be read when there may be an answer.
  package var descriptor: Int32 { worker.child.messages }

  /// Sends a request.
  ///
  /// There can be one at a time.
  package func send(_ request: Request) {
    pending = request
    // If the worker has ended, ``answer()`` returns that.
    if let bytes = try? JSONEncoder().encode(request) {
      try? worker.send(encoded: Array(bytes))
    }
  }

  /// Returns the answer to the request, if there is one yet; waits if there is nothing to read.
  ///
  /// - Throws: ``Ended`` if the worker has ended.
  package func answer() throws -> Answer? {
    var answers: [Answer] = []
    let isOpen = try worker.read {
      answers.append(try JSONDecoder().decode(Answer.self, from: Data($0)))
    }
    if let answer = answers.last {
      pending = nil
      return answer
    }
    if !isOpen { throw end() }
    return nil
  }

  /// Ends the worker if it makes no progress.
  ///
  /// - Parameter span: The time since the previous call.
  /// - Throws: ``Ended`` if the worker has ended.
  package func watch(after span: Duration) throws {
    worker.watch(after: span)
    if worker.hasEnded { throw end() }
  }

  /// The end of a worker that did not end by itself.
  package struct Ended: Error {
    /// What ended it, at the step that was planned.
    package var diagnostic: Diagnostic
  }

  private func end() -> Ended {
    // Leave the process for the worker's `deinit` to reap, so that its ID is not reused.
    let termination = worker.resources.termination(worker.child.waitWithoutReaping())
    guard let pending, let path = pending.path,
      case .planning(_, let line) = worker.resources.progress.phase
    else {
      return Ended(
        diagnostic: Diagnostic(
          "\(termination.message), while the command's vocabularies were read",
          rule: .crash, hints: termination.details))
    }
    let crash = PlanningCrash(
      path: ScenariosFolder(pending.folder).shown(path), line: line, message: termination.message,
      details: termination.details)
    return Ended(
      diagnostic: crash.diagnostic(
        in: ScenariosFolder(pending.folder).read(path, text: pending.text).file))
  }

  // MARK: - The worker

  /// Makes this process a worker that answers one request after another, if it was executed as one.
  package static func serve(vocabularies: () -> [Vocabulary]) {
    guard Worker.key == key else { return }
    var known: [Vocabulary]?
    Worker.serve { request, resources, writer in
      let request = try JSONDecoder().decode(Request.self, from: Data(request))
      if known == nil {
        resources.limits.apply()
        resources.progress.readsModules()
        known = vocabularies().map(\.read)
      }
      let answer = answer(to: request, known ?? [])
      resources.progress.doesOwnWork()
      try writer.forward(ArraySlice(try JSONEncoder().encode(answer)))
      try writer.flush()
      return true
    }
  }

  private static func answer(to request: Request, _ vocabularies: [Vocabulary]) -> Answer {
    guard let path = request.path else {
      let problems = Plan.problems(in: vocabularies)
      return Answer(
        diagnostics: problems,
        vocabularies: problems.isEmpty ? vocabularies.map { VocabularyData($0) } : [])
    }
    let source = ScenariosFolder(request.folder).read(path, text: request.text)
    return Answer(
      path: path, version: request.version,
      diagnostics: PlannedFile(source, vocabularies: vocabularies).diagnostics)
  }
}
