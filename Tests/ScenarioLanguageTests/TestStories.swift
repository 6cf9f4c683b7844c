import ScenarioLanguage

/// Stories that several tests use, and functions that read stories.
enum TestStories {
  /// The example story from the documentation of the language.
  static let facts = """
    story: Interesting facts
    module: facts                        # the part of the app under test; see "Modules" in architecture.md
    about: |
      As a curious reader I want to load a useful fact, so that I learn something new.
    tags: [facts]
    clock: 2021-09-27T12:07:24Z          # what the app believes the time is
    locale: en_US
    time zone: UTC

    scenarios:
      - scenario: The screen appears
        when: the screen appears
        then:
          - the screen shows: { state: initial }
          - the screen was updated 1 time
          - no requests were sent

        scenarios:                       # each continues where its parent left off
          - scenario: Loading succeeds
            given:
              the server answers GET https://info-example.com/get_info:
                after: 100 ms
                file: fixtures/info.json
            when: the reader taps "Load a useful fact"
            then:
              - the screen shows: { state: loading }
              - within 1 s:
                  the screen shows:
                    state: info
                    infoText: !contains Quick
                    timeAgoText: 5 days ago
              - the screen was updated 3 times

            scenarios:
              - scenario: Tapping details opens the details screen
                when: the reader taps "Show details"
                then: the details screen opened for fact 123

          - scenario: Loading fails
            given:
              the server fails GET https://info-example.com/get_info: not connected to the internet
            when: the reader taps "Load a useful fact"
            then:
              - eventually: { the screen shows: { state: initial } }
              - an error alert was shown 1 time
              - the screen was updated 3 times

    """

  /// Reads a text as a story file.
  static func read(_ text: String) -> StoryFile {
    StoryFile(reading: SourceFile(path: "story.yaml", text: text))
  }

  /// Reads lines without indentation as a scenario of a story.
  static func scenario(_ lines: String) -> (scenario: Scenario?, diagnostics: [Diagnostic]) {
    let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "    \($0)" }.joined(separator: "\n")
    let file = read("story: S\nmodule: m\nscenarios:\n  - scenario: One\n\(indented)\n")
    return (file.stories.first?.scenarios.first, file.diagnostics)
  }
}

extension SourceRange {
  /// The range as `line:column-line:column`.
  var shown: String { "\(start.line):\(start.column)-\(end.line):\(end.column)" }
}

extension Step {
  /// The step as one line: purpose, keyword, timing and sentences.
  var shown: String {
    let timing = timing.map { " \($0.kind) \(DurationText.format($0.duration))" } ?? ""
    let sentences = sentences.map { $0.data == nil ? $0.text : "\($0.text) + data" }
    return "\(purpose) \(keyword)\(timing): \(sentences.joined(separator: " & "))"
  }
}

extension Scenario {
  /// The scenario and its nested scenarios, with a line and source range for each part.
  var shown: [String] {
    var lines = ["\(title.string) \(title.range.shown) \(range.shown)"]
    for step in steps {
      lines.append("\(step.shown) \(step.range.shown)")
      lines += step.sentences.map { "\($0.range.shown) \($0.data?.range.shown ?? "")" }
    }
    return lines + scenarios.flatMap(\.shown)
  }
}
