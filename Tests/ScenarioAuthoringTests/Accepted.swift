import ScenarioAuthoring
import ScenarioLanguage
import ScenarioRunning
import StoryTestSupport

/// The result of accepting every difference of a story once.
struct Accepted {
  var text: String
  /// The refusals, each with line, column and reason.
  var refusals: [String]

  init(_ story: String) async {
    let outcome = await tell(
      story, to: MirrorModule.self, by: Runner(contents: [.details, .updates]))
    guard outcome.plan.brokenFiles.isEmpty else {
      (text, refusals) = ("", [outcome.diagnostics])
      return
    }
    let acceptance = Acceptance(of: outcome.results)
    let source = SourceFile(path: "s.yaml", text: story)
    let file = FileAcceptance(of: source, acceptance.proposals)
    let bytes = file.text(accepting: file.changes)
    text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? "the changes don't go together"
    refusals = (acceptance.refusals + file.refusals).map { refusal in
      "\(refusal.position.line):\(refusal.position.column) \(refusal.reason)"
    }
  }
}
