import ScenarioKit

/// The vocabularies of the eight screens.
package let screenVocabularies = [
  Vocabulary(of: BasketModule.self), Vocabulary(of: ChatModule.self),
  Vocabulary(of: PhotosModule.self), Vocabulary(of: SessionModule.self),
  Vocabulary(of: UploadModule.self), Vocabulary(of: SettingsModule.self),
  Vocabulary(of: CountdownModule.self), Vocabulary(of: BooksModule.self),
]
