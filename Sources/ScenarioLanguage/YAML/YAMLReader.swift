/// Reads the YAML of a file.
///
/// libyaml stops at the first syntax error, so only that one is reported. A file with YAML errors
/// has no documents.
struct YAMLReader {
  /// The documents; empty if the YAML has errors.
  private(set) var documents: [Node] = []

  /// The YAML diagnostics other than the syntax error.
  ///
  /// A duplicate key is reported too, but the documents remain available.
  private(set) var diagnostics: [Diagnostic] = []

  /// The first syntax error; `SyntaxContext` explains it.
  private(set) var syntaxError: (error: YAMLSyntaxError, map: PositionMap)?

  /// Reads a file.
  init(reading source: SourceFile) {
    diagnostics = TextCheck(source).found.diagnostics
    guard diagnostics.isEmpty else { return }
    let map = PositionMap(of: source)
    var builder = NodeBuilder(map)
    syntaxError = builder.read().map { (error: $0, map: map) }
    guard syntaxError == nil else { return }
    diagnostics = builder.found.diagnostics
    if !diagnostics.contains(where: { $0.rule == .yamlSyntax }) { documents = builder.documents }
  }
}

extension SourceFile {
  /// The YAML documents as written, before examples and phrases are expanded.
  ///
  /// `nil` if the file has YAML errors, including duplicate keys. A value that an alias repeats
  /// appears once per use, with the source range of its definition.
  package var documents: [Node]? {
    let yaml = YAMLReader(reading: self)
    return yaml.syntaxError != nil || yaml.diagnostics.contains { $0.severity == .error }
      ? nil : yaml.documents
  }
}
