import Foundation
public import Observation

/// The logic of the screen for writing and sending a post.
///
/// All properties that the screen shows are derived from the text and the current phase, so they
/// can't become inconsistent.
@MainActor
@Observable
public final class AddPostViewModel {
  private enum Phase {
    case writing
    case sending
    /// Sending failed, and the author has to choose what to do.
    case asking
  }

  private static let retry = "Retry"
  private static let cancel = "Cancel"

  /// The text that the author has typed.
  public var text = ""

  /// The posts that were sent, in order.
  public private(set) var sentPosts: [String] = []

  private var phase = Phase.writing
  @ObservationIgnored private var post: Task<Void, Never>?
  @ObservationIgnored private let service: PostsService
  @ObservationIgnored private let wireframe: any Wireframe

  /// Creates the screen's logic.
  ///
  /// - Parameters:
  ///   - service: The service that sends posts.
  ///   - wireframe: The wireframe that asks the author what to do after a failure.
  public init(service: PostsService, wireframe: any Wireframe) {
    self.service = service
    self.wireframe = wireframe
  }

  deinit {
    post?.cancel()
  }

  /// Whether the text can be sent as a post: it must contain more than spaces.
  public var isTextValid: Bool { text.contains { !$0.isWhitespace } }

  /// Whether a post is being sent.
  public var isSending: Bool { phase == .sending }

  /// Whether the send button is enabled.
  public var canSend: Bool { isTextValid && phase == .writing }

  /// Sends the current text; does nothing if the button is disabled.
  ///
  /// After a failure, the author can retry any number of times. If the author cancels, the screen
  /// returns to its previous state, and the next tap sends again.
  public func sendTapped() {
    guard canSend else { return }
    phase = .sending
    post = Task { [weak self, service, wireframe, text] in
      while true {
        do {
          try await service.addPost(message: text)
          self?.ended(sent: text)
          return
        } catch {
          guard !Task.isCancelled else { return }
          self?.phase = .asking
          let answer = await wireframe.promptFor(
            PostsServiceError.words(for: error), cancelAction: Self.cancel, actions: [Self.retry])
          guard !Task.isCancelled, answer == Self.retry else { break }
          self?.phase = .sending
        }
      }
      self?.ended(sent: nil)
    }
  }

  private func ended(sent text: String?) {
    phase = .writing
    if let text { sentPosts.append(text) }
  }
}
