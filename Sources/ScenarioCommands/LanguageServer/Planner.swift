import Foundation
import ScenarioKit
import ScenarioLanguage
import ScenarioPlanning
import ScenarioWorkers

/// The worker that plans the texts of open documents, of the newest build that can be used.
///
/// While the app does not build, the worker of the last build goes on.
final class Planner {
  private let executable = Executable()
  private let folder: ScenariosFolder.Root
  private var worker: PlanningWorker?
  /// The worker of a newer build, until it has sent its vocabularies.
  private var next: PlanningWorker?
  private var stamp: [Int] = []
  /// The build whose vocabularies were reported.
  private var reported: [Int] = []
  private var last = ContinuousClock.now

  /// What happened since the last call.
  enum Event {
    case vocabularies([VocabularyData])
    /// What is wrong with a version of a file.
    case planned(path: String, version: Int, [Diagnostic])
    /// A problem that concerns no story.
    case problem(Diagnostic)
  }

  init(folder: ScenariosFolder.Root) { self.folder = folder }

  /// The descriptors that can be read when something happened.
  var descriptors: [Int32] { [worker, next].compactMap { $0?.descriptor } }

  /// Whether there is a worker, which may still be busy.
  var isAvailable: Bool { worker != nil }

  /// Whether a text can be planned now.
  var isFree: Bool { worker != nil && worker?.pending == nil }

  /// Plans a text.
  func plan(_ path: String, text: String, version: Int) {
    var request = PlanningWorker.Request(folder: folder)
    (request.path, request.text, request.version) = (path, text, version)
    worker?.send(request)
  }

  /// Returns what happened, without waiting.
  func events() -> [Event] {
    var events: [Event] = []
    let now = ContinuousClock.now
    let span = now - last
    let isDue = span >= .milliseconds(100)
    if isDue { last = now }
    if isDue, let event = startIfBuilt() { events.append(event) }
    for isNext in [true, false] {
      guard let current = isNext ? next : worker else { continue }
      do {
        var waiting = pollfd(fd: current.descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, 0) > 0, let answer = try current.answer() {
          if let event = event(for: answer, of: current, isNext: isNext) { events.append(event) }
        } else if isDue {
          try current.watch(after: span)
        }
      } catch {
        events.append(ended(current, error, isNext: isNext))
      }
    }
    return events
  }

  private func event(
    for answer: PlanningWorker.Answer, of current: PlanningWorker, isNext: Bool
  ) -> Event? {
    guard isNext else {
      return .planned(path: answer.path ?? "", version: answer.version, answer.diagnostics)
    }
    next = nil
    if let problem = answer.diagnostics.first { return .problem(problem) }
    worker = current
    // After a crash, the same texts would end the next worker of the same build.
    guard stamp != reported else { return nil }
    reported = stamp
    return .vocabularies(answer.vocabularies)
  }

  private func ended(
    _ current: PlanningWorker, _ error: any Error, isNext: Bool
  ) -> Event {
    let diagnostic = (error as? PlanningWorker.Ended)?.diagnostic ?? Diagnostic("\(error)")
    let request = current.pending
    if isNext {
      next = nil
    } else {
      worker = nil
      // A worker of the same build takes over.
      stamp = []
    }
    guard let request, let path = request.path else { return .problem(diagnostic) }
    return .planned(path: path, version: request.version, [diagnostic])
  }

  /// Starts a worker if the executable is new.
  private func startIfBuilt() -> Event? {
    guard next == nil, let executable, let stamp = executable.stamp, stamp != self.stamp else {
      return nil
    }
    self.stamp = stamp
    do {
      let worker = try PlanningWorker(executing: executable.path)
      worker.send(PlanningWorker.Request(folder: folder))
      next = worker
      return nil
    } catch {
      return .problem(Diagnostic("the command can't be started for the app's steps: \(error)"))
    }
  }
}
