import ScenarioHTTP
import Testing

@testable import ScenarioKit
@testable import ScenarioLanguage

@Suite("Sentences of the server")
struct ServerSentenceTests {
  @Test func `the English file has the sentences of the server and of its connections`() {
    let sentences = LanguageFile.all[0].words(in: .sentences).map(\.name)
    #expect(sentences == Steps.streamingServer.builtIn.map(\.expression))
  }

  @Test func `a sentence of the server has a wording in every language`() {
    for definition in Steps.streamingServer.builtIn {
      #expect(
        definition.wordings.map(\.language) == [nil] + StoryLanguage.all.dropFirst().map(\.code))
    }
  }
}
