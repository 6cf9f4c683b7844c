/// An interface for questions to the user, independent of the current screen.
@MainActor
public protocol Wireframe: AnyObject {
  /// Shows a question and waits for the answer.
  ///
  /// - Parameters:
  ///   - message: The text of the question.
  ///   - cancelAction: The button that changes nothing.
  ///   - actions: The buttons for other actions.
  /// - Returns: The tapped button; `cancelAction` if the calling task was cancelled.
  func promptFor(_ message: String, cancelAction: String, actions: [String]) async -> String
}
