import ScenarioLanguage

extension Diagnostics {
  /// Returns the diagnostics as SARIF 2.1.0, which code hosts show next to the source lines.
  ///
  /// The URI of a file in the folder is relative to the folder. The rules are limited to those that
  /// occur.
  ///
  /// - Parameter folder: The absolute path of the folder that relative paths start from.
  /// - Throws: An encoding error, which does not occur for these values.
  public func sarif(relativeTo folder: String) throws -> String {
    var rules: [Diagnostic.Rule] = []
    var indices: [Diagnostic.Rule: Int] = [:]
    let results = diagnostics.map { diagnostic in
      let rule = diagnostic.rule
      let index = indices[rule] ?? rules.count
      if index == rules.count {
        indices[rule] = index
        rules.append(rule)
      }
      return SARIF.Result(
        ruleId: rule.id, ruleIndex: index, level: diagnostic.severity.rawValue,
        message: SARIF.Message(
          text: ([diagnostic.message] + diagnostic.hints).joined(separator: "\n")),
        locations: [diagnostic.location].compactMap(\.self).map { location in
          SARIF.Location(
            physicalLocation: SARIF.PhysicalLocation(
              artifactLocation: Self.location(of: location.path, relativeTo: folder),
              region: SARIF.Region(location.range)))
        })
    }
    let driver = SARIF.Driver(
      rules: rules.map { rule in
        SARIF.Rule(
          id: rule.id, shortDescription: SARIF.Message(text: rule.summary),
          help: SARIF.Message(text: rule.help))
      })
    return try Self.encode(
      SARIF.Log(runs: [SARIF.Run(tool: SARIF.Tool(driver: driver), results: results)]))
  }

  private static func location(
    of path: String, relativeTo folder: String
  ) -> SARIF.ArtifactLocation {
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    var path = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
    guard !path.hasPrefix("/") else {
      return SARIF.ArtifactLocation(uri: "file://" + address(of: path))
    }
    while path.hasPrefix("./") { path = String(path.dropFirst(2)) }
    return SARIF.ArtifactLocation(uri: address(of: path), uriBaseId: "%SRCROOT%")
  }

  /// Returns a file path as a URI path, with reserved characters percent-encoded.
  private static func address(of path: String) -> String {
    var address = ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        scalar.properties.isAlphabetic || "0123456789-._~/".contains(Character(scalar))
      {
        address.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return address
  }
}

extension SARIF.Region {
  init(_ range: SourceRange) {
    self.init(
      startLine: range.start.line, startColumn: range.start.column, endLine: range.end.line,
      endColumn: range.end.column)
  }
}
