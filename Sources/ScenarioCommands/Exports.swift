// Conforming types need the name `Vocabulary`, and nothing else from ScenarioKit.
@_exported import struct ScenarioKit.Vocabulary
