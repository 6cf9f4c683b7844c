import DisplayText
import ScenarioLanguage

/// An error in the data of a story, with its source range.
public struct DataError: Error, Sendable, Hashable {
  /// The source range of the error.
  public var range: SourceRange

  /// The problem, which can be translated.
  package var text: Message

  /// The problem, as one sentence that begins in lower case and has no full stop.
  public var message: String {
    get { text.english }
    set { text = Message(verbatim: newValue) }
  }

  /// Hints on how to correct the error, which can propose texts in place of its range.
  package var advice: [Message]

  /// Hints on how to correct the error, one line each.
  public var hints: [String] {
    get { advice.map(\.english) }
    set { advice = [Message](verbatim: newValue) }
  }

  /// The kind of the error, for programs; `wrongData` by default.
  public var rule: Diagnostic.Rule

  /// Creates an error.
  ///
  /// Disfavored, so that the texts which are written in a call of this package are messages.
  @_disfavoredOverload
  public init(
    _ message: String, at range: SourceRange, rule: Diagnostic.Rule = .wrongData,
    hints: [String] = []
  ) {
    self.init(Message(verbatim: message), at: range, rule: rule, hints: [Message](verbatim: hints))
  }

  /// Creates an error with the corrections that its hints propose.
  package init(
    _ message: Message, at range: SourceRange, rule: Diagnostic.Rule = .wrongData,
    hints: [Message] = []
  ) { (text, advice, self.rule, self.range) = (message, hints, rule, range) }

  /// Returns a hint with the name that was probably intended, or else with the known names.
  package static func hints(
    for name: String, among known: [String], called plural: Message
  ) -> [Message] {
    let nearest = NearestText.suggestions(for: name, among: known, limit: 1).first
    return nearest.map { [didYouMean($0)] } ?? list(of: known, called: plural)
  }

  /// Returns a hint that lists the known names.
  static func list(of known: [String], called plural: Message) -> [Message] {
    guard !known.isEmpty else { return [] }
    let shown = known.prefix(20).joined(separator: ", ") + (known.count > 20 ? ", …" : "")
    return ["Known \(plural): \(shown)"]
  }
}
