extension SourceFile {
  /// The YAML documents as they are written, before examples and phrases are put into them.
  ///
  /// A value that is repeated by an alias is there once for each time, always with its own place.
  /// `nil` where the YAML has mistakes.
  package var documents: [Node]? {
    let yaml = YAMLReader(reading: self)
    return yaml.mistakes.contains { $0.severity == .error } ? nil : yaml.documents
  }
}
