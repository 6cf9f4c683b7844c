// Whoever hands vocabularies to the tests needs their name, and no more of the kit.
@_exported import struct ScenarioKit.Vocabulary
