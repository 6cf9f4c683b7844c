import DisplayText

/// Parses and formats durations: `100 ms`, `1.5 s`, `5 min`, `1 h`, `3 d`, and sums such as
/// `1 min 30 s`.
package enum DurationText {
  /// The reason why a text is not a valid duration.
  package struct Problem: Error, Sendable, Hashable {
    /// The message, which can be translated.
    package var text: Message

    /// The hints other than how to write a duration.
    var proposals: [Message] = []

    /// The units with which a hint explains how to write a duration; `nil` for no such hint.
    var units: [String]? = DurationText.units

    /// The hints, which can be translated.
    package var advice: [Message] { proposals + (units.map { [Self.howTo(units: $0)] } ?? []) }

    /// Returns the hint that explains how to write a duration with some units, shortest first.
    static func howTo(units: [String]) -> Message {
      "Write a number and a unit, such as \("100 \(units.first ?? "")"); the units are "
        + "\(units.dropLast().joined(separator: ", ")) and \(units.last ?? "")."
    }

    fileprivate static func tooLong(_ text: String) -> Self {
      Self(
        text: "\"\(text)\" is too long",
        proposals: ["A story can take \(DurationText.format(DurationText.longest)) at most."],
        units: nil)
    }
  }

  /// The units, shortest first.
  package static let units = ["ms", "s", "min", "h", "d"]

  /// The longest time that all steps of a story may take together: 100 years of 365 days.
  ///
  /// The clocks of a simulation count nanoseconds and end in the year 2262.
  package static let longest: Duration = .seconds(36_500 * 86_400)

  /// Returns the duration in a text; `nil` if the text is not a valid duration.
  package static func parse(_ text: String) -> Duration? { try? duration(from: text) }

  /// Returns the duration in a text: a number and a unit, or several of them from the longest unit
  /// to the shortest.
  ///
  /// The space between number and unit is optional. Fractions of a nanosecond are dropped.
  /// - Throws: A ``Problem`` if the unit is missing or unknown, the number is negative or invalid,
  ///   or the duration is longer than ``longest``.
  package static func duration(from text: String) throws(Problem) -> Duration {
    let duration = try unlimited(from: text)
    guard duration <= longest else { throw .tooLong(text) }
    return duration
  }

  /// Returns whether a text has the form of a duration, even one that is too long.
  static func isDuration(_ text: String) -> Bool { (try? unlimited(from: text)) != nil }

  private static func unlimited(from text: String) throws(Problem) -> Duration {
    var rest = text[...].trimmed
    guard !rest.isEmpty else { throw Problem(text: "a duration is missing here") }
    var (total, shortestUnit): (Duration, Duration?) = (.zero, nil)
    while !rest.isEmpty {
      if let sign = rest.first, "-−–".contains(sign) {
        throw Problem(text: "a duration can't be negative, but this is \"\(text)\"")
      }
      let number = rest.prefix { $0.isASCIIDigit || $0 == "." || $0 == "," }
      guard number.contains(where: \.isASCIIDigit) else {
        throw Problem(text: "\"\(text)\" is not a duration")
      }
      let name = rest.dropFirst(number.count).trimmed.prefix {
        !($0.isASCIIDigit || $0.isWhitespace)
      }
      let unit = try unit(named: name, after: number, of: text)
      if let shortestUnit, unit >= shortestUnit {
        throw Problem(text: "the units of \"\(text)\" have to go from the longest to the shortest")
      }
      shortestUnit = unit
      total += try product(of: number, and: unit, in: text, unitName: name)
      rest = rest[name.endIndex...].trimmed
    }
    return total
  }

  /// Returns the duration in a text, also accepting other names of units and an "and" between
  /// parts: `2 seconds`, `3 hours and 20 minutes`.
  package static func meant(by text: String) -> Duration? {
    var words = text.split(whereSeparator: \.isWhitespace).flatMap { word -> [Substring] in
      let word = word.hasSuffix(",") ? word.dropLast() : word
      let number = word.prefix { $0.isASCIIDigit || $0 == "." }
      return [number, word.dropFirst(number.count)].filter { !$0.isEmpty }
    }
    for index in words.indices.dropFirst().dropLast().reversed()
    where words[index + 1].first?.isASCIIDigit == true
      && LanguageFile.hints(for: "and").contains(words[index].lowercased())
    {
      words.remove(at: index)
    }
    return parse(words.map { otherNames[$0.lowercased()] ?? String($0) }.joined(separator: " "))
  }

  private static func unit(
    named name: Substring, after number: Substring, of text: String
  ) throws(Problem) -> Duration {
    if name.isEmpty { throw Problem(text: "\"\(text)\" has no unit") }
    if let unit = unit(named: name) { return unit }
    let units = units(like: name)
    let other = otherNames[name.lowercased()].flatMap { Self.units.firstIndex(of: $0) }
    throw Problem(
      text: "\"\(name)\" is not a unit of time",
      proposals: other.map { [hint("\(number) \(units[$0])", for: number, name, in: text)] } ?? [],
      units: units)
  }

  /// Returns the hint for a number and its unit in a text, which it corrects if the rest is right.
  private static func hint(
    _ meant: String, for number: Substring, _ unit: Substring, in text: String
  ) -> Message {
    let corrected = "\(text[..<number.startIndex])\(meant)\(text[unit.endIndex...])"
    return didYouMean(meant, corrections: isDuration(corrected) ? [corrected] : [])
  }

  private static func unit(named name: Substring) -> Duration? {
    switch name {
    case "ms": .milliseconds(1)
    case "s": .seconds(1)
    case "min": .seconds(60)
    case "h": .seconds(3_600)
    case "d": .seconds(86_400)
    default: ownNames[String(name)].flatMap { unit(named: $0[...]) }
    }
  }

  /// Returns whether a text looks like a duration, valid or not.
  static func isMeant(by text: Substring) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first?.first, let last = words.last else { return false }
    if first.isASCIIDigit || "-−–.,+".contains(first) { return true }
    return words.count <= 2 && (unit(named: last) != nil || otherNames[last.lowercased()] != nil)
  }

  private static func product(
    of number: Substring, and unit: Duration, in text: String, unitName: Substring
  ) throws(Problem) -> Duration {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) })
    else {
      let points = number.replacing(",", with: ".")
      let isOneComma = number.filter { $0 == "," || $0 == "." }.count == 1 && number.contains(",")
      guard isOneComma, Double(points) != nil else {
        throw Problem(text: "\"\(number)\" is not a number")
      }
      throw Problem(
        text: "\"\(number)\" is not a number",
        proposals: [hint("\(points) \(unitName)", for: number, unitName, in: text)], units: nil)
    }
    // Thirteen digits suffice for the longest duration in the shortest unit, and can't overflow.
    guard let whole = parts.first.map({ $0.drop { $0 == "0" } }), whole.count <= 13 else {
      throw .tooLong(text)
    }
    var total = unit * (Int(whole) ?? 0)
    if parts.count == 2 {
      let digits = parts[1].prefix(12)
      // Fractions of a nanosecond are dropped, not rounded up.
      let scale = digits.reduce(1) { scale, _ in scale * 10 }
      total += .nanoseconds((unit * (Int(digits) ?? 0) / scale).wholeNanoseconds)
    }
    return total
  }
}
