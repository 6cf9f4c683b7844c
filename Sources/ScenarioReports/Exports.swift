// Reports show results: whoever writes one needs the model.
@_exported import ScenarioResults
