import ScenarioLanguage
import StepExpressions

/// The sentences that every module has.
enum BuiltInSteps {
  /// A span of story time such as `100 ms`, for any module's sentences.
  static func duration() throws(ParameterType.Problem) -> ParameterType {
    let part = #"\d+(?:\.\d+)? ?(?:ms|s|min|h|d|мс|с|мин|ч|д|j)"#
    return try ParameterType(name: "duration", regexps: ["\(part)(?: \(part))*"]) { texts in
      try DurationText.duration(from: texts[0] ?? "")
    }
  }

  /// Lets story time pass, which is for the run to do: no step may take as long as a pause may be.
  static let pause = StepDefinition(
    expressions: ["{duration} pass(es)"]
      + StoryLanguage.all.dropFirst().flatMap { language in
        let words = language.words(for: "passes").dropLast().joined(separator: "/")
        return ["{duration} \(words)", "\(words) {duration}"]
      },
    role: .pause,
    origin: StepDefinition.Origin(fileID: #fileID, line: #line),
    parameterTypes: [Duration.self], dataUse: .none
  ) { _, _ in nil }
}
