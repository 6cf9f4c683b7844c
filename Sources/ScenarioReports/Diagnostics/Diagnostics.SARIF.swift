import ScenarioLanguage

extension Diagnostics {
  /// What was found as SARIF 2.1.0, which code hosts show beside the lines.
  ///
  /// Addresses are relative to a folder wherever a file is in it. Rules are those that occur.
  ///
  /// - Parameter folder: The folder that relative paths start from, absolute.
  /// - Throws: What the encoder throws, which it does for none of these values.
  public func sarif(relativeTo folder: String) throws -> String {
    var rules: [Diagnostic.Rule] = []
    var indices: [Diagnostic.Rule: Int] = [:]
    let results = mistakes.map { mistake in
      let rule = mistake.rule
      let index = indices[rule] ?? rules.count
      if index == rules.count {
        indices[rule] = index
        rules.append(rule)
      }
      return SARIF.Result(
        ruleId: rule.id, ruleIndex: index, level: mistake.severity.rawValue,
        message: SARIF.Message(
          text: ([mistake.message] + mistake.remedies).joined(separator: "\n")),
        locations: [mistake.place].compactMap(\.self).map { place in
          SARIF.Location(
            physicalLocation: SARIF.PhysicalLocation(
              artifactLocation: Self.location(of: place.path, relativeTo: folder),
              region: SARIF.Region(place.range)))
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

  /// A path as the path of an address: whatever has a meaning there is written as `%` and a number.
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
