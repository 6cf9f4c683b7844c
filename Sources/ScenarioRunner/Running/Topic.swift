/// What the notes in a scenario's trace are about, so that reports can tell them apart.
public enum Topic {
  /// A step is taken.
  public static let step = "step"

  /// The app sends a request.
  public static let request = "request"

  /// The server answers a request, or fails it.
  public static let answer = "answer"

  private static let calls = "call of "

  /// The app calls a double.
  public static func call(of participant: String) -> String { calls + participant }

  /// Which double a call is of; `nil` for another topic.
  public static func participant(of topic: String) -> String? {
    topic.hasPrefix(calls) ? String(topic.dropFirst(calls.count)) : nil
  }
}
