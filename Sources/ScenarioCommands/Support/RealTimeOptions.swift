import ArgumentParser
import ScenarioRunning

/// The options of the commands that can run scenarios in real time.
struct RealTimeOptions: ParsableArguments {
  @Flag(help: "Run in real time, also where story time is available.") var realTime = false

  @Option(
    help: .init(
      "Skip scenarios that need more real time than this (default: 10).", valueName: "seconds"))
  var longest: Double?

  func validate() throws {
    if let longest {
      guard longest > 0, longest <= 86_400 else {
        throw ValidationError("--longest must be above 0 and at most 86400, not \(longest)")
      }
      guard realTime || RealTime.isOn else { throw ValidationError("--longest needs --real-time") }
    }
    // Before anything asks how scenarios run.
    if realTime || longest != nil { RealTime.ask(longest: longest) }
  }

  /// Reports that scenarios run in real time.
  static func report() { if let notice = RealTime.notice { Console.error.report(.note, notice) } }
}
