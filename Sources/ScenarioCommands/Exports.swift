@_exported import protocol ScenarioReports.RunHistory
@_exported import protocol ScenarioRunner.LiveServer
// Whoever hands vocabularies to the command line needs their name, and no more of the runner.
@_exported import struct ScenarioRunner.Vocabulary
