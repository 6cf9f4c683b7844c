import ScenarioLanguage

/// The step definitions and parameter types that every module has.
enum BuiltInSteps {
  /// Returns the parameter type for a span of story time, such as `100 ms`.
  static func duration() throws(ParameterType.Problem) -> ParameterType {
    // The names of units are there once, because compiling them takes a tenth of a command's start.
    let units = StoryLanguage.units.joined(separator: "|")
    return try ParameterType(
      name: "duration", regexps: [#"(?:\d+(?:\.\d+)? ?(?:\#(units))(?: (?=\d)|(?!\w)))+"#],
      sample: "100 ms", meaning: "a time"
    ) { texts in try DurationText.duration(from: texts[0] ?? "") }
  }

  /// The step definition that lets story time pass.
  ///
  /// The runner performs the pause, because a pause may last longer than the body of a step may
  /// take.
  static let pause = StepDefinition(
    wordings: [StepDefinition.Wording("{duration} pass(es)")]
      + StoryLanguage.all.dropFirst().flatMap { language in
        let words = language.words(for: "passes").dropLast().joined(separator: "/")
        return ["{duration} \(words)", "\(words) {duration}"].map {
          StepDefinition.Wording($0, language: language.code)
        }
      },
    role: .pause,
    origin: StepDefinition.Origin(fileID: #fileID, line: #line),
    parameterTypes: [Duration.self], dataUse: .none
  ) { _, _, _ in nil }
}
