import ScenarioKit
import ScenarioLanguage

/// A step to add to a scenario.
package struct NewStep: Sendable {
  /// The kind of the step, which is also the key that it is written under.
  package enum Kind: String, Sendable, Encodable { case given, when, then }

  package var kind: Kind

  /// The sentence.
  package var sentence: String

  /// Its data as YAML in one line; `nil` for none.
  package var data: String?

  /// A note for developers, which becomes a comment; `nil` for none.
  package var note: String?

  /// The time word of a check, and its length; `nil` for one that must hold at once.
  package var time: (kind: Timing.Kind, length: Duration)?

  package init(_ kind: Kind, _ sentence: String, data: String? = nil) {
    (self.kind, self.sentence, self.data) = (kind, sentence, data)
  }

  /// Throws an error if the data is no YAML.
  func checkData() throws(Diagnostic) {
    if let data, SourceFile(path: "", text: "{ data: \(data) }").documents == nil {
      throw Diagnostic("the value \"\(data)\" can't be read: a quote or a bracket may be missing")
    }
  }

  /// Returns the step as an item of a list below its key.
  func item(_ language: StoryLanguage) -> String { text(language, in: .block) }

  /// Returns the step as the value of a key in its line, or in brackets.
  ///
  /// A step with data is a mapping, which a value on the line of its key must not be.
  func value(_ language: StoryLanguage, in context: Notation.Context = .block) -> String {
    guard data != nil || time != nil else { return text(language, in: context) }
    return "{ \(text(language, in: .flow)) }"
  }

  private func text(_ language: StoryLanguage, in context: Notation.Context) -> String {
    let isInside = data != nil && time != nil
    let sentence = Notation.text(sentence, in: isInside ? .flow : context)
    let text = data.map { "\(sentence): \($0)" } ?? sentence
    guard let time else { return text }
    let word = language.timeWord(time.kind, time.length)
    return "\(word): \(isInside ? "{ \(text) }" : text)"
  }
}

extension LanguageService {
  /// A text with something more.
  package struct AddedText: Sendable, Encodable {
    package var text: String
    /// The line of the scenario that has it, from 1.
    package var scenario: Int
    /// The line of what was added, from 1.
    package var line: Int
  }

  /// Adds a step to a scenario of an open document.
  ///
  /// Lines are added, and no others change, except where a single step becomes a list. An act after
  /// a check begins a nested scenario, because `when` comes before `then` in one; and a check
  /// between acts makes one list of all steps. A step that is too long for a line takes several in
  /// a text that has the standard layout.
  ///
  /// - Parameters:
  ///   - scenario: The line of the scenario's title, from 1.
  ///   - line: The line of the step after which it goes, if they belong to the same list.
  ///   - title: The title of a nested scenario that it begins.
  ///   - goesOn: Whether an act after a check begins none: all steps become one list.
  /// - Throws: `Diagnostic` if there is no such scenario, or if its text has to be changed by hand.
  package func add(
    _ step: NewStep, to scenario: Int, after line: Int?, title: String? = nil,
    goesOn: Bool = false, in path: String
  ) throws(Diagnostic) -> AddedText {
    try step.checkData()
    var text = try scenarioText(at: scenario, in: path)
    let source = text.source
    try text.removeUnwritten()
    let added = try text.add(step, after: line, title: title, goesOn: goesOn)
    if let note = step.note {
      let end = text.source.lineRange(at: text.source.lineStarts[added.line - 1]).upperBound
      try text.apply(TextEdit(end..<end, "  # \(note.replacing("\n", with: " "))"))
    }
    return try AddedText(
      text.source, to: source, scenario: added.scenario ?? scenario, line: added.line)
  }

  /// Removes a step of a scenario of an open document, by their lines, from 1.
  ///
  /// - Throws: `Diagnostic` if there is no such scenario, or if its text has to be changed by hand.
  package func remove(
    stepAt line: Int, of scenario: Int, in path: String
  ) throws(Diagnostic) -> String {
    var text = try scenarioText(at: scenario, in: path)
    let source = text.source
    try text.removeStep(at: line)
    return try source.checked(text.source)
  }

  /// Adds a scenario without steps to an open document.
  ///
  /// - Parameter line: The line of the scenario beside which it goes, from 1; without one there, it
  ///   is the last one.
  /// - Throws: `Diagnostic` if the text has to be changed by hand.
  package func addScenario(
    _ title: String, below line: Int, in path: String
  ) throws(Diagnostic) -> AddedText {
    let (source, story, language) = try story(at: line, in: path)
    let added = try ScenarioText.adding(title, below: line, to: story, of: source, language)
    return try AddedText(
      source.applying([added.edit]), to: source, scenario: added.line, line: added.line)
  }
}

extension LanguageService.AddedText {
  /// Gives a text the layout of its source, and finds two of its lines there.
  ///
  /// - Parameters:
  ///   - new: The text with what was added, which gets the layout of the source.
  ///   - scenario: The line of the scenario in this text.
  ///   - line: The line of what was added in this text.
  init(_ new: SourceFile, to source: SourceFile, scenario: Int, line: Int) throws(Diagnostic) {
    let text = new.text(new.bytes.indices)
    self.text = try source.checked(new)
    (self.scenario, self.line) = (scenario, line)
    guard self.text != text else { return }
    let places = Array(zip(Self.lines(in: text), Self.lines(in: self.text)))
    /// A line may have several steps in brackets, of which the new one is usually the last.
    func place(_ line: Int) -> Int {
      places.last { $0.0 == line }?.1 ?? places.first { $0.0 > line }?.1 ?? line
    }
    (self.scenario, self.line) = (place(scenario), place(line))
  }

  /// The lines of all titles and sentences, which are as many in any layout.
  private static func lines(in text: String) -> [Int] {
    let facts = LanguageService.Document("", SourceFile(path: "", text: text)).facts
    let titles = facts.outline.flatMap(\.withChildren).map(\.titleRange)
    let phrases = facts.phrases.flatMap(\.uses).map(\.range)
    return (titles + facts.uses.map(\.range) + phrases).map(\.start.line).sorted()
  }
}
