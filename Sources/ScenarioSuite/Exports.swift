// Whoever names the scenarios of the suite needs `ScenarioCases`, and what it is handed.
@_exported import ScenarioTesting
