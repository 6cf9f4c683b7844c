import Foundation

/// Reads a story.
struct StoryReader: StoryPartReader {
  let context: ReaderContext

  /// The value of `language` if it is not the code of a known language.
  private let unknownLanguage: Node?

  /// Reads the stories in a file's documents.
  static func stories(in documents: [Node], log: StoryLog) -> [Story] {
    var (stories, lineOfTitle): ([Story], [String: Int]) = ([], [:])
    for node in documents where !node.isUnwritten {
      let reader = StoryReader(of: node, log: log)
      guard let story = reader.story(node) else { continue }
      reader.reportRepeated(story.title, what: "story in this file", firstLines: &lineOfTitle)
      stories.append(story)
    }
    return stories
  }

  private init(of node: Node, log: StoryLog) {
    let entries = node.entries.map(Array.init) ?? []
    let found = StoryLanguage.ofStory(entries.map { $0.key.text ?? "" }) { index in
      entries[index].value.tag == nil ? entries[index].value.text : nil
    }
    context = ReaderContext(language: found.language, log: log)
    unknownLanguage = found.unknown.map { entries[$0].value }
  }

  private func story(_ node: Node) -> Story? {
    guard let entries = node.entries else {
      return report(
        "a story begins with \"\(word: "story"):\", but this is \(node.kindName)",
        at: beginning(of: node),
        hints: [
          "Write \"\(word: "story"): …\", \"\(word: "module"): …\" and, with the scenarios below it, \"\(word: "scenarios"):\"."
        ])
    }
    if let unknownLanguage { report(unknownLanguage: unknownLanguage) }
    let fields = known(fields(of: entries), among: Keys.story, of: "a story")
    // Read first, because steps anywhere in the story can use phrases.
    let phrases = PhraseReader(context, phrasesOf: fields.first(named: "phrases"))
    var scenarios = ScenarioReader(
      context: context, steps: StepReader(context: context, phrases: phrases))
    let beginning = entries.first?.key.range ?? node.range
    let title = title(of: fields, key: "story", beginning: beginning)
    var story = Story(
      title: title, module: module(of: fields, at: title.range), language: language.code,
      range: node.range)
    for field in fields {
      switch field.name {
      case "about":
        warnOfKeys(in: field.value)
        story.about = story.about ?? text(of: field)?.string
      case "tags": story.tags += tags(of: field)
      case "locale": story.locale = story.locale ?? locale(of: field)
      case "time zone": story.timeZone = story.timeZone ?? timeZone(of: field)
      case "background":
        warnOfPlaceholders(inEveryScenario: field)
        story.background += scenarios.steps.background(of: field)
      case "always":
        warnOfPlaceholders(inEveryScenario: field)
        story.always += scenarios.steps.always(of: field)
      case "scenarios": story.scenarios += scenarios.scenarios(of: field)
      default: break
      }
    }
    // Read last, because the time may depend on the story's time zone, wherever that is written.
    story.clock = fields.first(named: "clock").flatMap { clock(of: $0, in: story.timeZone) }
    if fields.first(named: "scenarios") == nil {
      report(
        "this story has no scenarios", at: title.range,
        hints: [
          "Write \"\(word: "scenarios"):\" and, below it, \"- \(word: "scenario"): …\" for each."
        ])
    }
    story.phrases = scenarios.steps.phrases.all.map(\.text)
    scenarios.steps.phrases.warnOfUnused()
    return story
  }

  private func warnOfPlaceholders(inEveryScenario field: Field) {
    warnOfPlaceholders(in: [field]) { _ in
      "Examples fill in only their own scenario. Write the step in each scenario with examples."
    }
  }

  private func module(of fields: [Field], at range: SourceRange) -> Text {
    guard let field = fields.first(named: "module") else {
      report(
        "this story has no module", at: range,
        hints: ["Write \"\(word: "module"): …\", the part of the app that the story is about."])
      return Text("", range: range)
    }
    return text(of: field, isRequired: true) ?? Text("", range: field.range)
  }

  // MARK: - Languages

  private func report(unknownLanguage value: Node) {
    let code = value.text?.trimmed ?? ""
    if let meant = StoryLanguage.code(meantBy: String(code)) {
      report("a language is named by its code", at: value.range, hints: [didYouMean(meant)])
    } else {
      let all = StoryLanguage.all.map(\.code)
      report(
        "stories do not support the language \"\(code)\" yet", at: value.range,
        hints: ["Supported languages: \(all.joined(separator: ", "))"])
    }
  }

  // MARK: - The app's surroundings

  /// Reads the locale in `locale:`.
  private func locale(of field: Field) -> String? {
    guard let text = text(of: field) else { return nil }
    if let locale = RegionNames.locale(text.string) { return locale }
    let near = RegionNames.locales(near: text.string)
    return report(
      "no locale is called \"\(text.string)\"", at: text.range,
      hints: near.isEmpty
        ? ["Write a language and a country, such as en_US."] : didYouMean(anyOf: near))
  }

  /// Reads the time zone in `time zone:`.
  private func timeZone(of field: Field) -> TimeZone? {
    guard let text = text(of: field) else { return nil }
    if let zone = TimeZone(identifier: text.string) { return zone }
    let near = RegionNames.timeZones(near: text.string)
    return report(
      "no time zone is called \"\(text.string)\"", at: text.range,
      hints: near.isEmpty
        ? ["Write UTC, or a continent and a city, such as Europe/Berlin."]
        : didYouMean(anyOf: near))
  }

  /// The years 1700 to 2150.
  ///
  /// The clocks of a simulation count nanoseconds from 1970, and ``DurationText/longest`` has to
  /// fit after the last year.
  private static let clockYears =
    Date(timeIntervalSince1970: -8_520_336_000)..<Date(timeIntervalSince1970: 5_711_817_600)

  /// Reads the time in `clock:`.
  private func clock(of field: Field, in zone: TimeZone?) -> Date? {
    guard let text = text(of: field) else { return nil }
    guard let date = ISO8601.date(text.string, zone: zone ?? .gmt) else {
      let isComplete = text.string.contains(/^\d{4}-\d\d-\d\d($|[T ]\d\d:\d\d)/)
      return report(
        "\"\(text.string)\" is not a date and time", at: text.range,
        hints: [
          isComplete
            ? "There is no such day, time of the day or offset from UTC; "
              + "write 2021-09-27 for 27 September 2021."
            : "Write a date and a time, such as 2021-09-27T12:07:24Z."
        ])
    }
    guard Self.clockYears.contains(date) else {
      return report(
        "this time is out of range for a story's clock", at: text.range,
        hints: ["Choose a year from 1700 to 2150."])
    }
    if let zone, ISO8601.isSkipped(text.string, in: zone) {
      warn(
        "there is no such time in \"\(zone.identifier)\", because the clocks skip it there",
        at: text.range,
        hints: ["Write another time, or its offset from UTC after it, such as +01:00."])
    }
    return date
  }
}
