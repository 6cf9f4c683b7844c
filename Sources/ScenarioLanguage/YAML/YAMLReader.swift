/// Reads the YAML of a file.
///
/// libyaml stops at the first error, so a file with errors in its YAML has no documents, and of
/// several syntax errors only the first is reported.
struct YAMLReader {
  /// The documents; empty if the YAML has errors.
  private(set) var documents: [Node] = []

  /// What is wrong with the YAML, but for the syntax error.
  ///
  /// A repeated key is reported too, but does not keep the documents from being used.
  private(set) var mistakes: [Diagnostic] = []

  /// The first syntax error; `SyntaxSite` explains it.
  private(set) var syntaxError: (error: YAMLSyntaxError, map: PositionMap)?

  /// Reads a file.
  init(reading source: SourceFile) {
    mistakes = TextCheck(source).found.mistakes
    guard mistakes.isEmpty else { return }
    let map = PositionMap(of: source)
    var builder = NodeBuilder(map)
    if let error = builder.read() {
      syntaxError = (error, map)
      return
    }
    mistakes = builder.found.mistakes
    if !mistakes.contains(where: { $0.rule == .yamlSyntax }) { documents = builder.documents }
  }
}

extension SourceFile {
  /// The YAML documents as they are written, before examples and phrases are put into them.
  ///
  /// A value that is repeated by an alias is there once for each time, always with its own place.
  /// `nil` if the file has mistakes in its YAML, repeated keys among them.
  package var documents: [Node]? {
    let yaml = YAMLReader(reading: self)
    return yaml.syntaxError != nil || yaml.mistakes.contains { $0.severity == .error }
      ? nil : yaml.documents
  }
}
