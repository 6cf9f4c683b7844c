import Foundation
public import Observation

/// The screen on which a post is written and sent: takes what the author does, and says what the
/// screen shows.
///
/// What the screen shows follows from the text and from what is under way, so that there is nothing
/// that could be forgotten to be brought up to date.
@MainActor
@Observable
public final class AddPostViewModel {
  private enum Phase {
    case writing
    case sending
    /// Sending failed, and the author is asked what to do.
    case asking
  }

  private static let retry = "Retry"
  private static let cancel = "Cancel"

  /// What the author has typed so far.
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
  ///   - service: What posts are sent through.
  ///   - wireframe: What asks the author when one could not be sent.
  public init(service: PostsService, wireframe: any Wireframe) {
    self.service = service
    self.wireframe = wireframe
  }

  deinit {
    post?.cancel()
  }

  /// Whether the text can be a post: there has to be one.
  public var isTextValid: Bool { !text.isEmpty }

  /// Whether a post is on its way to the server.
  public var isSending: Bool { phase == .sending }

  /// Whether the send button works.
  public var canSend: Bool { isTextValid && phase == .writing }

  /// Sends the text as it is now; does nothing while the button doesn't work.
  ///
  /// What fails is asked about and tried again as often as the author wishes; afterwards the screen
  /// is as it was, and the next tap sends again.
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
            Self.words(for: error), cancelAction: Self.cancel, actions: [Self.retry])
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

  private static func words(for error: any Error) -> String {
    switch error {
    case let error as URLError where error.code == .notConnectedToInternet:
      "You are not connected to the internet."
    case PostsServiceError.badStatus(let status):
      "The server did not take the post (\(status))."
    default: "The post could not be sent."
    }
  }
}
