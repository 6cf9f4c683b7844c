import ScenarioKit
import ScenarioLanguage
import ScenarioReports

/// The calls of the app during a step that no step permits, each once.
struct UnexpectedCalls {
  let run: ScenarioRun
  private(set) var reported: Set<[String]> = []

  /// The calls as failures, in order.
  private(set) var failures: [Failure] = []

  /// Adds the calls that the app has made since the last time.
  ///
  /// - Parameter location: Returns the location of the step that caused a call.
  mutating func add(at location: (UnexpectedCall) -> Location) {
    for double in run.doubles.all {
      for call in double.takeUnexpected()
      where reported.insert([call.message, call.content]).inserted {
        let story = (folder: run.scenario.folder, path: run.scenario.id.path)
        let found = call.searchForStep?(story)
        let time = call.time ?? run.world.elapsed
        var failure = Failure(call.messages[0], at: location(call), time: time)
        if let found {
          failure.messages += [hint(toAdd: found.step)] + found.hints
        } else {
          failure.messages = call.messages + (call.missingStep.map { [hint(toAdd: $0)] } ?? [])
        }
        failure.isRefusal = true
        failures.append(failure)
      }
    }
  }

  private func hint(toAdd step: Message) -> Message {
    run.scenario.steps.contains { $0.purpose == .prepare }
      ? "Add this line below \"given:\": \(step)"
      : "Add \"given:\" before the other steps, and below it: \(step)"
  }
}
