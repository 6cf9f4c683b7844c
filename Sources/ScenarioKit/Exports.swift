// A module is written with these names, so that `import ScenarioKit` has to be enough.
@_exported import class Simulation.StoryClock
@_exported import struct StepExpressions.ParameterType
