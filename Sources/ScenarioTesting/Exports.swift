// Test targets need this type to pass vocabularies, and nothing else of ScenarioKit.
@_exported import struct ScenarioKit.Vocabulary
