@_exported import protocol ScenarioHTTP.LiveServer
// Whoever hands vocabularies to the command line needs their name, and no more of the kit.
@_exported import struct ScenarioKit.Vocabulary
@_exported import protocol ScenarioResults.RunHistory
