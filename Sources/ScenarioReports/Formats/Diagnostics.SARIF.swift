import ScenarioKit
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
    let results = diagnostics.map { diagnostic -> Value in
      let rule = diagnostic.rule
      let index = indices[rule] ?? rules.count
      if index == rules.count {
        indices[rule] = index
        rules.append(rule)
      }
      let text = ([diagnostic.message] + diagnostic.hints).joined(separator: "\n")
      let location = diagnostic.location.map { Self.physicalLocation($0, relativeTo: folder) }
      return [
        "ruleId": .text(rule.id), "ruleIndex": .integer(Int64(index)),
        "level": .text(diagnostic.severity.rawValue), "message": ["text": .text(text)],
        "locations": .list(location.map { [$0] } ?? []),
      ]
    }
    let driver: Value = [
      "name": "scenarios",
      "rules": .list(
        rules.map { rule in
          [
            "id": .text(rule.id), "shortDescription": ["text": .text(rule.summary)],
            "help": ["text": .text(rule.help)],
          ]
        }),
    ]
    let log: Value = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      // libyaml counts columns in code points.
      "runs": [
        [
          "tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": .list(results),
        ]
      ],
    ]
    return try log.json(.prettyPrinted) + "\n"
  }

  private static func physicalLocation(_ location: Location, relativeTo folder: String) -> Value {
    let range = location.range
    return [
      "physicalLocation": [
        "artifactLocation": artifact(location.path, relativeTo: folder),
        "region": [
          "startLine": .integer(Int64(range.start.line)),
          "startColumn": .integer(Int64(range.start.column)),
          "endLine": .integer(Int64(range.end.line)),
          "endColumn": .integer(Int64(range.end.column)),
        ],
      ]
    ]
  }

  private static func artifact(_ path: String, relativeTo folder: String) -> Value {
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    var path = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
    guard !path.hasPrefix("/") else { return ["uri": .text("file://" + address(of: path))] }
    while path.hasPrefix("./") { path = String(path.dropFirst(2)) }
    // The root of the source, as GitHub and editors name it.
    return ["uri": .text(address(of: path)), "uriBaseId": "%SRCROOT%"]
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
