// A file that declares the suite's scenarios needs `ScenarioCases` and the types of its parameters.
@_exported import ScenarioTesting
