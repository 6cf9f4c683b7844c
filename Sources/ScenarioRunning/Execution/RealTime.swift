import DisplayText
import Foundation
import ScenarioKit
import ScenarioReports
import Simulation

/// Runs of scenarios in real time.
package enum RealTime {
  /// The variable that asks for real time where story time is available.
  package static let variable = "SCENARIOS_REAL_TIME"

  /// The variable with the time in seconds that a scenario may take.
  package static let longestVariable = "SCENARIOS_LONGEST"

  /// The longest time that a scenario may need: 10 s by default.
  ///
  /// Others are skipped.
  package static var longest: Duration {
    getenv(longestVariable).flatMap { Double(String(cString: $0)) }.map { .seconds($0) }
      ?? .seconds(10)
  }

  /// The largest number of runs of a scenario that does not pass.
  package static let attempts = 6

  /// The time after which a scenario that does not pass runs no more.
  package static let timeOfAttempts = Duration.seconds(15)

  /// The longest time that `eventually` waits, in place of ``Timing/eventuallyLimit``.
  static let eventually = Duration.seconds(10)

  /// Whether real time was asked for.
  package static var isAskedFor: Bool {
    getenv(variable).map { !["", "0", "false", "no", "off"].contains(String(cString: $0)) } ?? false
  }

  /// Whether scenarios run in real time: if it was asked for, or there is no story time.
  package static var isOn: Bool { isAskedFor || lacksStoryTime }

  private static let lacksStoryTime = Simulation.unavailable != nil

  /// The note that a command prints before it runs scenarios in real time; `nil` if it does not.
  package static var notice: String? {
    guard isOn else { return nil }
    var reason = ""
    if !isAskedFor, case .unsupported(let missing)? = Simulation.unavailable {
      reason = "; there is no story time here: \(missing)"
    }
    return "scenarios run in real time, for at most \(StoryTimeText.span(longest)) each\(reason)"
  }

  /// Asks for real time in this process and those that it starts.
  ///
  /// - Parameter longest: The time in seconds that a scenario may take.
  package static func ask(longest: Double?) {
    setenv(variable, "1", 1)
    if let longest { setenv(longestVariable, "\(longest)", 1) }
  }
}

extension Runner {
  /// Runs a scenario in the real world, in a process of its own.
  static func run(
    _ scenario: PlannedScenario, in world: RealWorld, _ progress: ScenarioProgress
  ) throws -> ScenarioReport {
    if world.source == nil {
      NSTimeZone.default = scenario.timeZone
      Simulation.realTime = world
    }
    defer { Simulation.realTime = nil }
    try MainRunLoop.runBeside {
      ScenarioRun(
        world: world, progress: progress, doubles: world.doubles, eventLimit: .max
      ).run()
    }
    if world.needsMoreTime {
      var report = progress.skipped(
        "it needs more than \(StoryTimeText.span(RealTime.longest)) of real time; "
          + "--longest or \(RealTime.longestVariable) allows more")
      report.exemption = .needsMoreTime
      return report
    }
    if scenario.clock != nil, !world.clock.isAsked, progress.hasFailed {
      progress.note(
        Note(
          "the story's date was not read from context.clock; in real time, Date() is the real one",
          at: scenario.location))
    }
    return progress.report(storyTime: world.elapsed, trace: world.trace)
  }
}
