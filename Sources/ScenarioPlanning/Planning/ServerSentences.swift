import ScenarioHTTP
import ScenarioKit

/// The sentences of the fake server, for hints in modules that don't list them.
enum ServerSentences {
  private final class ServerModule: Module {
    static let name = "server"
    static var steps: Steps { Steps.streamingServer }
    init(_ context: ScenarioContext) {}
  }

  private static let vocabulary = Vocabulary(of: ServerModule.self).read

  /// Returns the hint for a sentence of the fake server; `nil` for any other sentence.
  static func hint(for sentence: String) -> String? {
    let entry = vocabulary.entries.first { (try? $0.expression.match(sentence)) != nil }
    guard let entry else { return nil }
    let isPlain = Steps.server.builtIn.contains { $0.expression == entry.definition.expression }
    return "The module has no such steps; a developer adds them with "
      + (isPlain ? "Steps.server." : "Steps.streamingServer.")
  }
}
