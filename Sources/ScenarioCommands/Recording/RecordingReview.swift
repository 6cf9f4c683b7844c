import ScenarioHTTP
import ScenarioKit
import ScenarioLanguage
import ScenarioRunning

/// The findings of a recording about a scenario: the answers that its story does not have, and
/// those that the server gives differently.
struct RecordingReview {
  /// An answer that differs from the story's.
  struct Deviation {
    /// The request, as `GET https://…`.
    let line: String
    /// The location of the answer, such as `Scenarios/facts.yaml:12`.
    let location: String
    /// The fixture with the story's answer; `nil` if its line has it.
    let fixture: String?
    let differences: [Difference]
    /// The data to write in place of the answer's; `nil` if a new fixture is enough.
    let correction: Value?
  }

  /// The new answers, by address, in the order of the first requests.
  private(set) var stubs: [RecordedStub] = []

  private(set) var deviations: [Deviation] = []

  /// The number of answers that are as in the story.
  private(set) var sameCount = 0

  /// The requests that the story lets fail or answers in parts, as `GET https://…`.
  private(set) var uncompared: [String] = []

  /// The files to write.
  private(set) var fixtures: RecordedFixtures

  private let scenario: PlannedScenario

  /// - Parameters:
  ///   - exchanges: The masked requests and answers.
  ///   - replaces: Whether answers that differ are replaced.
  init(_ exchanges: [RecordedExchange], of scenario: PlannedScenario, replaces: Bool) {
    self.scenario = scenario
    fixtures = RecordedFixtures(besideStory: scenario.id.path)
    for exchange in exchanges {
      switch exchange.expected {
      case nil: addNew(exchange)
      case let story? where story.answer == nil: uncompared.append(exchange.request.line)
      case let story?: compare(exchange, with: story, replaces: replaces)
      }
    }
  }

  private mutating func addNew(_ exchange: RecordedExchange) {
    let data = newData(of: exchange)
    if let index = stubs.firstIndex(where: { $0.line == exchange.request.line }) {
      stubs[index].answers.append(data)
    } else {
      stubs.append(RecordedStub(line: exchange.request.line, answers: [data]))
    }
  }

  /// Adds a fixture for the body of an answer, if it has one, and returns the data that names it.
  private mutating func newData(of exchange: RecordedExchange) -> Value {
    let (name, body) = (FixtureName(exchange), exchange.answer.body)
    let fixture = body.isEmpty ? nil : fixtures.add(body, named: name)
    return RecordedStub.data(of: exchange.answer, fixture: fixture, impliesType: name.impliesType)
  }

  private mutating func compare(
    _ exchange: RecordedExchange, with story: StoryAnswer, replaces: Bool
  ) {
    guard let expected = story.answer else { return }
    let sentence = scenario.steps.flatMap(\.sentences).first {
      ($0.arguments.data as? AnswerData)?.range == story.data
    }
    let data = sentence?.arguments.data as? AnswerData
    let range = data?.range(ofAnswer: story.index) ?? story.data
    let comparison = AnswerComparison(of: expected, with: exchange.answer, at: range)
    guard !comparison.differences.isEmpty else {
      sameCount += 1
      return
    }
    let file = data?.file(ofAnswer: story.index)
    var correction: Value?
    if replaces {
      let isReplaced =
        comparison.isOnlyBody && !exchange.answer.body.isEmpty
        && file.map { fixtures.replace($0, with: exchange.answer.body) } ?? false
      if !isReplaced { correction = newData(of: exchange) }
    }
    deviations.append(
      Deviation(
        line: exchange.request.line, location: "\(scenario.id.path):\(range.start.line)",
        fixture: file, differences: comparison.differences, correction: correction))
  }
}
