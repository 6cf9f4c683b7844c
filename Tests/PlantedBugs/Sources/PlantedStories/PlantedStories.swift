import ScenarioKit

/// The vocabularies of the ten screens.
package let plantedVocabularies = [
  Vocabulary(of: SearchModule.self), Vocabulary(of: ProfileModule.self),
  Vocabulary(of: CoinsModule.self), Vocabulary(of: OrderModule.self),
  Vocabulary(of: FeedModule.self), Vocabulary(of: StatusModule.self),
  Vocabulary(of: CheckoutModule.self), Vocabulary(of: WeatherModule.self),
  Vocabulary(of: AccountModule.self), Vocabulary(of: NoteModule.self),
]
