import Foundation
import OpenCombine
import ReaderApp
import ReaderStories

/// The logic of the screen for a new post, whose states are streams.
@MainActor
final class ReactiveNewPost: NewPostScreen, ObservableObject {
  private enum Phase { case writing, sending, asking }

  @Published var text = ""
  @Published private(set) var isTextValid = false
  @Published private(set) var isSending = false
  @Published private(set) var sentPosts: [String] = []
  @Published private var phase = Phase.writing

  private let taps = PassthroughSubject<Void, Never>()
  private let wall = ReactiveWall()
  private let wireframe: any Wireframe
  private var subscriptions: Set<AnyCancellable> = []

  init(wireframe: any Wireframe) {
    self.wireframe = wireframe
    $text.map { $0.contains { !$0.isWhitespace } }.assign(to: &$isTextValid)
    $phase.map { $0 == .sending }.assign(to: &$isSending)
    taps
      .filter { [weak self] in self?.canSend == true }
      .compactMap { [weak self] in self.map { $0.sending($0.text) } }
      .switchToLatest()
      .sink { [weak self] sent in
        self?.phase = .writing
        if let sent { self?.sentPosts.append(sent) }
      }
      .store(in: &subscriptions)
  }

  var canSend: Bool { isTextValid && phase == .writing }

  func sendTapped() { taps.send() }

  /// Publishes the text when it has been sent, or `nil` if the author cancels.
  private func sending(_ text: String) -> AnyPublisher<String?, Never> {
    phase = .sending
    return wall.addPost(message: text)
      .map { text }
      .catch { [weak self] error in
        self?.asking(about: error, text) ?? Empty().eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
  }

  private func asking(about error: any Error, _ text: String) -> AnyPublisher<String?, Never> {
    phase = .asking
    let answers = PassthroughSubject<String, Never>()
    let question = Task { [wireframe] in
      answers.send(
        await wireframe.promptFor(
          PostsServiceError.words(for: error), cancelAction: "Cancel", actions: ["Retry"]))
    }
    return
      answers
      .first()
      .handleEvents(receiveCancel: { question.cancel() })
      .map { [weak self] answer -> AnyPublisher<String?, Never> in
        guard answer == "Retry", let self else { return Just(nil).eraseToAnyPublisher() }
        return sending(text)
      }
      .switchToLatest()
      .eraseToAnyPublisher()
  }
}
