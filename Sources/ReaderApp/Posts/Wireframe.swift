/// Asks the person in front of the app, over whatever screen is shown.
@MainActor
public protocol Wireframe: AnyObject {
  /// Shows a question and waits for the answer.
  ///
  /// - Parameters:
  ///   - message: What has happened.
  ///   - cancelAction: The button that leaves things as they are.
  ///   - actions: The buttons that do something about it.
  /// - Returns: The button that was tapped; `cancelAction` where the asking task was cancelled.
  func promptFor(_ message: String, cancelAction: String, actions: [String]) async -> String
}
