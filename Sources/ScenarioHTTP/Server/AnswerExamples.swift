import Foundation
import ScenarioKit
import ScenarioLanguage

/// Answers that the app can decode, for a request without one: those of other stories, and the
/// fixtures beside the story.
struct AnswerExamples {
  /// The largest number of stories that are searched.
  private static let storyLimit = 200
  /// The largest number of fixtures that a hint lists.
  private static let fixtureLimit = 5

  private let folder: StoryFolder
  private let path: String

  init(beside story: StoryNeighbours) { (folder, path) = story }

  /// Returns the step that answers a request, such as `GET https://info-example.com/get_info`, and
  /// where its data comes from; `nil` if there are neither answers in other stories nor fixtures.
  func step(permitting request: String) -> (step: Message, hints: [Message])? {
    // A WebSocket needs no data to be accepted.
    guard !request.contains(" ws://"), !request.contains(" wss://") else { return nil }
    if let example = example(of: request) {
      return (
        "the server answers \(request): \(example.data)", ["\(example.location) has this answer."]
      )
    }
    let fixtures = folder.fixtures()
    guard !fixtures.isEmpty else { return nil }
    let more = fixtures.count > Self.fixtureLimit ? ["…"] : []
    let names = (fixtures.prefix(Self.fixtureLimit) + more).joined(separator: ", ")
    let data = "{ file: … }"
    return ("the server answers \(request): \(data)", ["Fixtures beside this story: \(names)"])
  }

  /// Returns the shortest answer that a story has for a request; `nil` if none has any.
  private func example(of request: String) -> (data: String, location: String)? {
    let url = Data(request.drop { $0 != " " }.dropFirst().utf8)
    for stories in folder.stories(limit: Self.storyLimit) {
      var found: [(data: String, location: String)] = []
      for story in stories {
        guard let text = try? Data(contentsOf: story), text.range(of: url) != nil else { continue }
        let shown = folder.name(of: story, nextTo: path)
        let file = StoryFile(reading: SourceFile(path: shown, bytes: Array(text)))
        if file.isRunnable { found += answers(to: request, in: file, at: story) }
      }
      if let shortest = found.min(by: { $0.data.count < $1.data.count }) { return shortest }
    }
    return nil
  }

  private func answers(
    to request: String, in file: StoryFile, at story: URL
  ) -> [(data: String, location: String)] {
    let steps: [Step] = file.stories.flatMap { $0.background + $0.scenarios.flatMap(\.allSteps) }
    return steps.filter { $0.purpose == .prepare }.flatMap(\.sentences).compactMap { sentence in
      guard sentence.text.hasSuffix(" \(request)"), let data = sentence.data,
        let answer = notation(of: data, in: story)
      else { return nil }
      return (answer, "\(file.source.path):\(sentence.range.start.line)")
    }
  }

  /// Returns the body of an answer; `nil` if it has none.
  private func notation(of data: Node, in story: URL) -> String? {
    if let name = data["file"]?.text {
      return folder.name(of: name, usedIn: story).map {
        "{ file: \(Notation.text($0, in: .flow)) }"
      }
    }
    guard let json = data["json"] else { return nil }
    let notation = "{ json: \(json.notation) }"
    return notation.contains("\n") || notation.count > 200 ? nil : notation
  }
}
