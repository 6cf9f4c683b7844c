import Foundation

/// A date in the server's format: `2021-09-22T10:32:36.917`, in UTC without a time zone.
enum ServerDate {
  private static let wholeSeconds = Date.ISO8601FormatStyle(timeZone: .gmt)
    .year().month().day().time(includingFractionalSeconds: false)

  /// Returns the date in a text; `nil` for any other text.
  static func date(from text: String) -> Date? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let seconds = String(parts[0])
    // Foundation converts 31 February to 3 March and ignores text after the seconds, including a
    // time zone. The result is formatted again to detect that.
    guard let date = try? wholeSeconds.parse(seconds), wholeSeconds.format(date) == seconds else {
      return nil
    }
    guard parts.count == 2 else { return date }

    let digits = parts[1].utf8
    guard !digits.isEmpty,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let fraction = Double("0.\(parts[1])")
    else { return nil }
    return date.addingTimeInterval(fraction)
  }
}
