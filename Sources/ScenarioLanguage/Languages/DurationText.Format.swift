import DisplayText

extension DurationText {
  /// Returns a duration as text, such as `100 ms`, `1.5 s`, `1 min 30 s` or `2 d 12 h`.
  ///
  /// If the duration isn't negative, ``parse(_:)`` can read the result. Fractions of a nanosecond
  /// are dropped.
  public static func format(_ duration: Duration) -> String { StoryTimeText.span(duration) }
}
