import ScenarioHTTP
import Testing

@testable import ScenarioKit
@testable import ScenarioLanguage

@Suite("Sentences of the server")
struct ServerSentenceTests {
  private let builtIn = Steps.streamingServer.builtIn + Steps.storage.builtIn

  @Test func `the English file has the sentences of the server, its connections and the storage`() {
    let sentences = LanguageFile.all[0].words(in: .sentences).map(\.name)
    #expect(sentences == builtIn.map(\.expression))
  }

  @Test func `a built-in sentence has a wording in every language`() {
    for definition in builtIn {
      #expect(
        definition.wordings.map(\.language) == [nil] + StoryLanguage.all.dropFirst().map(\.code))
    }
  }
}
