import ScenarioLanguage

/// Reads one YAML document for a test, or returns an empty node if the text is not YAML.
func node(_ yaml: String) -> Node {
  SourceFile(path: "a.yaml", text: yaml).documents?.first
    ?? Node(.scalar("", .plain), range: SourceRange(start: .start, end: .start))
}
