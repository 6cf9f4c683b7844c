import Foundation

/// A point in time as the server writes it: `2021-09-22T10:32:36.917`, UTC without saying so.
enum ServerDate {
  private static let wholeSeconds = Date.ISO8601FormatStyle(timeZone: .gmt)
    .year().month().day().time(includingFractionalSeconds: false)

  /// Reads a server's date; `nil` for anything that isn't exactly one.
  static func date(from text: String) -> Date? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let seconds = String(parts[0])
    // Foundation reads 31 February as 3 March and skips over what follows the seconds, a zone
    // included. A date that doesn't come out as it went in was one of these.
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
