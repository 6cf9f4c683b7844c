// Whoever hands vocabularies to the tests needs their name, and no more of the runner.
@_exported import struct ScenarioRunner.Vocabulary
