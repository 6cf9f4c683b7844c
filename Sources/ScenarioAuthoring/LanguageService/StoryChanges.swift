import ScenarioKit
import ScenarioLanguage

// Changes of open documents.
extension LanguageService {
  /// A text after a change.
  package struct ChangedText: Sendable, Encodable {
    package var text: String
    /// The line of the scenario that was changed or added, from 1.
    package var scenario: Int
    /// The line of what was changed or added, from 1.
    package var line: Int
  }

  /// Changes a scenario of an open document.
  ///
  /// - Parameter line: The line of its title, from 1.
  /// - Throws: `Diagnostic` if there is no such scenario, if it can't be changed like that, or if
  ///   its text has to be changed by hand.
  package func change(
    scenarioAt line: Int, in path: String, _ change: StoryChange
  ) throws(Diagnostic) -> ChangedText {
    var editor = try editor(of: line, in: path)
    let source = editor.source
    let changed = try editor.make(change)
    let new = change.isFirstPart ? [] : Self.errors(in: editor.source)
    let old = new.isEmpty ? [] : Self.errors(in: source)
    if new.count > old.count {
      throw new.first { one in !old.contains { $0.message == one.message } } ?? StoryEditor.byHand
    }
    return try ChangedText(editor.source, to: source, scenario: editor.line, line: changed)
  }

  /// Adds a scenario without steps to an open document.
  ///
  /// - Parameter line: The line of the scenario beside which it goes, from 1; without one there, it
  ///   is the last one.
  /// - Throws: `Diagnostic` if the text has to be changed by hand.
  package func addScenario(
    _ title: String, below line: Int, in path: String
  ) throws(Diagnostic) -> ChangedText {
    let source = try validSource(of: path)
    let (edit, line) = try StoryEditor.adding(title, below: line, in: source)
    return try ChangedText(source.applying([edit]), to: source, scenario: line, line: line)
  }

  /// Returns a story with a scenario without steps.
  package static func newStory(
    _ title: String, about module: String, scenario: String, in language: StoryLanguage
  ) -> String {
    let mark = StoryEditor.unwritten(language)
    return """
      \(language.word(for: "story")): \(Notation.text(title, in: .block))
      \(language.word(for: "module")): \(Notation.text(module, in: .block))

      \(language.word(for: "scenarios")):
        - \(StoryEditor.heading(scenario, language))
          \(mark.key): \(mark.reason)

      """
  }

  private static func errors(in source: SourceFile) -> [Diagnostic] {
    StoryFile(reading: source).diagnostics.filter(\.isError)
  }

  /// Returns the sentence of a step as it is written.
  package func sentence(
    ofStepAt line: Int, of scenario: Int, in path: String
  ) throws(Diagnostic) -> (text: String, data: Node?) {
    let found = try editor(of: scenario, in: path).sentence(at: line)
    return (found.text, found.data)
  }

  /// Returns the examples of a scenario of an open document; `nil` if it has none.
  package func examples(
    ofScenarioAt line: Int, in path: String
  ) throws(Diagnostic) -> ExampleTable? {
    let editor = try editor(of: line, in: path)
    return try editor["examples"].map { entry throws(Diagnostic) in
      try WrittenTable(entry.value, of: editor).table
    }
  }

  /// Returns an editor of the scenario whose title is in a line of an open document.
  private func editor(of line: Int, in path: String) throws(Diagnostic) -> StoryEditor {
    guard let editor = StoryEditor(try validSource(of: path), scenarioAt: line) else {
      throw Diagnostic("there is no scenario in line \(line)")
    }
    return editor
  }

  /// Returns the text of an open document.
  private func validSource(of path: String) throws(Diagnostic) -> SourceFile {
    guard let document = document(path), document.text.errors.isEmpty else {
      throw Diagnostic("the text has errors; correct them first")
    }
    return document.source
  }
}

extension LanguageService.Document {
  /// Returns the story that a line belongs to.
  func story(at line: Int) -> Story? {
    file.stories.last { $0.range.start.line <= line } ?? file.stories.first
  }
}

extension LanguageService.ChangedText {
  /// Gives a text the layout of its source, and finds two of its lines there.
  ///
  /// - Parameters:
  ///   - new: The text after the change, which gets the layout of the source.
  ///   - scenario: The line of the scenario in this text.
  ///   - line: The line of what was changed in this text.
  fileprivate init(
    _ new: SourceFile, to source: SourceFile, scenario: Int, line: Int
  ) throws(Diagnostic) {
    let text = new.text(new.bytes.indices)
    self.text = try source.checked(new)
    (self.scenario, self.line) = (scenario, line)
    guard self.text != text else { return }
    let lines = Array(zip(Self.lines(in: text), Self.lines(in: self.text)))
    /// A line may have several steps in brackets, of which the new one is usually the last.
    func newLine(_ line: Int) -> Int {
      lines.last { $0.0 == line }?.1 ?? lines.first { $0.0 > line }?.1 ?? line
    }
    (self.scenario, self.line) = (newLine(scenario), newLine(line))
  }

  /// The lines of all titles and sentences, which are as many in any layout.
  private static func lines(in text: String) -> [Int] {
    let facts = LanguageService.Document(SourceFile(path: "", text: text)).facts
    let titles = facts.outline.flatMap(\.withChildren).map(\.titleRange)
    let phrases = facts.phrases.flatMap(\.uses).map(\.range)
    return (titles + facts.uses.map(\.range) + phrases).map(\.start.line).sorted()
  }
}
