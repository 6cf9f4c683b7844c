import Synchronization

/// The answers that stories give to the servers of a scenario, recorded or changed by a variation of
/// its run.
package final class AnswerVariation: Sendable {
  /// Other answers in place of those of the story.
  package struct Change: Codable, Sendable, Hashable {
    let method: String
    let url: String
    let number: Int
    /// The data of the step that defines them.
    let data: String

    package init(_ answers: ServerAnswers, _ changed: [ServerAnswers.Answer]) {
      (method, url, number) = (answers.method, answers.url, answers.number)
      data = answers.data(changed)
    }
  }

  private struct State {
    var counts: [[String]: Int] = [:]
    var recorded: [ServerAnswers] = []
  }

  private let changes: [Change]
  /// The folder in which the files of other answers are looked up.
  package let folder: StoryFolder
  private let isRecorded: Bool
  private let state = Mutex(State())

  /// - Parameter isRecorded: Whether ``takeRecorded()`` returns answers.
  package init(_ changes: [Change], in folder: StoryFolder, isRecorded: Bool) {
    (self.changes, self.folder, self.isRecorded) = (changes, folder, isRecorded)
  }

  /// Returns the data in place of the next answers of the story for some requests; `nil` if they stay
  /// as they are.
  ///
  /// - Parameter answers: The answers; empty if no data can take their place.
  package func data(
    inPlaceOf answers: @autoclosure () -> [ServerAnswers.Answer], _ method: String, _ url: String
  ) -> String? {
    state.withLock { state in
      let number = state.counts[[method, url], default: 0]
      state.counts[[method, url]] = number + 1
      if isRecorded, let answers = ServerAnswers(method, url, number: number, answers()) {
        state.recorded.append(answers)
      }
      return changes.first { ($0.method, $0.url, $0.number) == (method, url, number) }?.data
    }
  }

  /// Removes and returns the answers that a story has given since the last time.
  package func takeRecorded() -> [ServerAnswers] {
    state.withLock { state in
      defer { state.recorded = [] }
      return state.recorded
    }
  }
}
