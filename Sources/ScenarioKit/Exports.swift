// Modules use these types, so `import ScenarioKit` alone must be sufficient.

@_exported import struct ScenarioLanguage.SourceRange
@_exported import struct Simulation.SandboxPermissions
@_exported import class Simulation.StoryClock
