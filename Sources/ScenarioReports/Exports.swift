// A report format reads the result model, so clients that import one need the other.
@_exported import ScenarioResults
