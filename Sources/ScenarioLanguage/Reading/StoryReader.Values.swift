import Foundation

extension StoryReader {
  /// The text behind a key; `nil` where something else is there, which is reported.
  mutating func text(of field: Field, isRequired: Bool = false) -> Text? {
    if field.value.isUnwritten {
      reportUnwritten(field, isRequired: isRequired)
      return nil
    }
    guard let string = field.value.text else {
      report(
        "\"\(field.written)\" is a text, but this is \(field.value.kindName)",
        at: firstLine(of: field.value), inDoubtOf: field.lines,
        remedies: ["Put it in quotes if it is meant as a text."])
      return nil
    }
    if let tag = field.value.tag { reportTag(tag, at: field.value.range) }
    guard !string.trimmed.isEmpty else {
      report(
        "the text behind \"\(field.written):\" is empty", at: field.value.range,
        inDoubtOf: field.lines)
      return nil
    }
    reportDash(in: field.value)
    return Text(string.trimmed, range: field.value.range)
  }

  /// Reports a key without a value.
  mutating func reportUnwritten(_ field: Field, isRequired: Bool = false) {
    report(
      "nothing stands behind \"\(field.written):\"", at: field.range, inDoubtOf: field.lines,
      remedies: ["Write its value behind the colon\(isRequired ? "" : ", or delete the key")."])
  }

  /// Reports a tag in front of a text that is none of the values that a check compares.
  mutating func reportTag(_ tag: String, at range: SourceRange) {
    report(
      "\"\(tag)\" can't stand in front of this", at: range,
      remedies: ["Put the text in quotes if it is meant to begin with \"!\"."])
  }

  /// Reports list items that YAML takes for more lines of the text above them.
  mutating func reportDash(in node: Node) {
    guard node.style == .plain, let text = node.text else { return }
    if text.utf8.first == .ascii("-"), text.dropFirst().first?.isLetter == true {
      let end = node.range.start.offset + 1
      report(
        "a blank is missing behind this \"-\"",
        at: found.source.range(node.range.start.offset..<end),
        remedies: ["Did you mean: - \(text.dropFirst())"])
      return
    }
    let (first, last) = (node.range.start.line, node.range.end.line)
    for line in first..<last {
      guard let bytes = found.source.lineBytes(line + 1) else { continue }
      let shape = LineShape(bytes)
      guard let column = shape.dashColumns.first else { continue }
      let dash = bytes.startIndex + column
      report(
        "this list item is taken for more of the text above",
        at: found.source.range(dash..<dash + 1),
        remedies: [
          "Write \"- \" in front of the text above too, and begin both in the same column."
        ])
      return
    }
  }

  /// The tags behind `tags:`: a list of words, or one word.
  mutating func tags(of field: Field) -> [Text] {
    switch field.value.content {
    case .scalar:
      guard let text = text(of: field) else { return [] }
      return tag(text).map { [$0] } ?? []
    case .sequence(let nodes):
      var tags: [Text] = []
      for node in nodes {
        guard let string = node.text else {
          report(
            "a tag is a word, but this is \(node.kindName)", at: firstLine(of: node),
            inDoubtOf: field.lines)
          continue
        }
        let tag = tag(Text(string.trimmed, range: node.range))
        if let tag, !tags.contains(where: { $0.string == tag.string }) { tags.append(tag) }
      }
      return tags
    case .mapping:
      report(
        "\"tags\" is a list of words, but this is a mapping", at: firstLine(of: field.value),
        inDoubtOf: field.lines, remedies: ["Write them in brackets: [smoke, slow]"])
      return []
    }
  }

  private mutating func tag(_ text: Text) -> Text? {
    let word = text.string.hasPrefix("@") ? text.string.dropFirst() : text.string[...]
    let words = word.split { $0.isWhitespace || $0 == "," }.map { $0.drop { $0 == "@" } }
    if word.isEmpty || words.isEmpty {
      report("a tag is a word, but this is empty", at: text.range)
    } else if words.count > 1 || words[0].count != word.count {
      report(
        "a tag is one word, without blanks and commas", at: text.range,
        remedies: words.count > 1 ? ["Did you mean: [\(words.joined(separator: ", "))]"] : [])
    } else if ["and", "or", "not"].contains(word) {
      report(
        "a tag can't be called \"\(word)\", which has a meaning when scenarios are chosen by tags",
        at: text.range)
    } else {
      return Text(String(word), range: text.range)
    }
    return nil
  }

  /// The locale behind `locale:`.
  mutating func locale(of field: Field) -> String? {
    guard let text = text(of: field) else { return nil }
    if let locale = RegionNames.locale(text.string) { return locale }
    let near = RegionNames.locales(near: text.string)
    report(
      "no locale is called \"\(text.string)\"", at: text.range,
      remedies: near.isEmpty
        ? ["Write a language and a country, such as en_US."]
        : ["Did you mean: \(near.joined(separator: ", "))"])
    return nil
  }

  /// The time zone behind `time zone:`.
  mutating func timeZone(of field: Field) -> TimeZone? {
    guard let text = text(of: field) else { return nil }
    if let zone = RegionNames.timeZone(text.string) { return zone }
    let near = RegionNames.timeZones(near: text.string)
    report(
      "no time zone is called \"\(text.string)\"", at: text.range,
      remedies: near.isEmpty
        ? ["Write UTC, or a continent and a city, such as Europe/Berlin."]
        : ["Did you mean: \(near.joined(separator: ", "))"])
    return nil
  }

  /// The years 1700 to 2150: the clocks of a simulation count nanoseconds from 1970, and
  /// ``DurationText/longest`` has to fit behind the last of them.
  private static let clockYears =
    Date(timeIntervalSince1970: -8_520_336_000)..<Date(timeIntervalSince1970: 5_711_817_600)

  /// The time behind `clock:`.
  mutating func clock(of field: Field, in zone: TimeZone?) -> Date? {
    guard let text = text(of: field) else { return nil }
    do {
      let date = try ClockText.parse(text.string, in: zone ?? .gmt)
      guard Self.clockYears.contains(date) else {
        report(
          "the clock of a story can't show a time so far away", at: text.range,
          remedies: ["Choose a year from 1700 to 2150."])
        return nil
      }
      return date
    } catch {
      report(error.message, at: text.range, remedies: error.remedies)
      return nil
    }
  }
}
